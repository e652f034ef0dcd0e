#pragma once

#include "Reading.hpp"

/// Where a symbol's own corners are, of what the library says and the picture shows.
namespace corners {
/// Of the library's order, which goes around from the top-left by the top-right of the symbol as it was understood,
/// ours.
Corners ordered(const std::array<czxing_point, 4>& around, czxing_format format, bool mirrored);

/// What only the picture tells: where the library gives no corners or half of them, and which side of a PDF417, that is
/// read from either, is the top.
void complete(Corners& corners, czxing_format format, const czxing_picture& picture);

/// The shape is one that the symbology can have: the two halves of a DataBar are joined from anywhere in the picture,
/// and their one check digit is right by chance where there is much noise.
bool arePlausible(const Corners& corners, czxing_format format);

/// Seen in a mirror they run the other way around.
bool areMirrored(const Corners& corners);
} // namespace corners
