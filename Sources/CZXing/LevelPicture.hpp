#pragma once

#include "Reading.hpp"

/// A picture turned so that what runs across it runs along its rows or columns, and enlarged where it is small.
class LevelPicture {
  public:
    /// Nothing where the picture shows no direction, or one that is level as it is.
    static std::optional<LevelPicture> of(const czxing_picture& picture);

    czxing_picture picture() const { return {pixels.data(), width, height, static_cast<size_t>(width)}; }

    /// A point of the level picture in the one that it was made of.
    czxing_point original(const czxing_point& point) const;

  private:
    LevelPicture(const czxing_picture& source, double angle);

    std::vector<uint8_t> pixels;
    int width, height;
    int sourceWidth, sourceHeight;
    /// One step along the level picture's rows, in the original.
    double stepX, stepY;
};
