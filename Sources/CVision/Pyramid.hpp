#pragma once

#include "include/CVisionLive.h"

#include <opencv2/core.hpp>

#include <array>
#include <cstdlib>
#include <vector>

/// A picture at full size, 1/2, 1/4 …: each pixel of a level is the mean of four of the level before.
struct cvision_pyramid {
    std::vector<cv::Mat> levels;

    /// A level, or the smallest where there is none so small.
    int clamped(int level) const;
};

/// A point of the full size in a level's pixels, whose middles are at whole numbers.
inline double toLevel(double place, int level) {
    return (place + 0.5) / (1 << level) - 0.5;
}

/// The point lies in the quadrilateral, whichever way round it runs.
inline bool isWithin(const std::array<cv::Point2d, 4>& corners, cv::Point2d point) {
    int signs = 0;
    for (int index = 0; index < 4; index++) {
        const auto from = corners[index], to = corners[(index + 1) % 4];
        signs += (to - from).cross(point - from) >= 0 ? 1 : -1;
    }
    return std::abs(signs) == 4;
}
