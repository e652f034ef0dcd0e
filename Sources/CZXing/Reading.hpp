#pragma once

#include "include/CZXing.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// Top-left, bottom-left, bottom-right, top-right of the symbol itself.
using Corners = std::array<czxing_point, 4>;

/// A symbol's place in a set.
struct Part {
    int index, count, parity;
};

/// What was read, in whichever interface's words it came.
struct Reading {
    czxing_format format;
    std::vector<uint8_t> bytes;
    /// UTF-8, where the symbol names its character sets.
    std::optional<std::string> text;
    /// In our order.
    Corners corners;
    std::string addOn;
    int lines = 1;
    bool gs1 = false;
    bool inverted = false;
    std::optional<Part> part;
};

namespace symbologies {
/// EAN and UPC.
constexpr uint32_t withAddOns = CZXING_EAN_13 | CZXING_EAN_8 | CZXING_UPC_E;
/// Bars in one row, or in several of DataBar's.
constexpr uint32_t linear = withAddOns | CZXING_CODE_39 | CZXING_CODE_93 | CZXING_CODE_128 | CZXING_CODABAR |
                            CZXING_ITF | CZXING_DATABAR | CZXING_DATABAR_EXPANDED | CZXING_DATABAR_LIMITED |
                            CZXING_DX_FILM_EDGE;
} // namespace symbologies

/// The library with which this was built; one of the files named after an interface defines it.
namespace library {
/// NULL when there is none.
const char* version();
/// Bits of `czxing_format`.
uint32_t formats();
/// Of these, what it finds in the middle of a picture only.
uint32_t formatsInTheMiddle();
/// Of these, what it reads near quarter turns only.
uint32_t formatsNearlyLevel();
/// Reads symbols of `formats`, which are some of this library's, dark on light; with `addOns` also what stands beside
/// an EAN or UPC, at which the symbol's corners may then lie. The picture is one. May throw.
std::vector<Reading> read(const czxing_picture& picture, uint32_t formats, uint32_t effort, bool addOns);
} // namespace library
