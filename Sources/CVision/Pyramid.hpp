#pragma once

#include "include/CVisionLive.h"

#include <opencv2/core.hpp>

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
