#pragma once

#include "Reading.hpp"

#include <functional>

/// A part of a picture, copied with white around it so that its middle is the part's.
struct Cutout {
    std::vector<uint8_t> pixels;
    int width, height;
    /// Where the cutout's first pixel would lie in the picture.
    int x, y;

    czxing_picture picture() const { return {pixels.data(), width, height, static_cast<size_t>(width)}; }
};

/// Visits the places where something like a two-dimensional symbol stands by itself: what is full of dark and light,
/// with calm around it. The largest first, at most `most`, and all together not much more than twice the picture.
void visitSymbolPlaces(const czxing_picture& picture, size_t most, const std::function<void(const Cutout&)>& visit);
