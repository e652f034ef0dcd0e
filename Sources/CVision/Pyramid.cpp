#include "Pyramid.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <new>

namespace {
constexpr int longestSide = 1 << 15;
constexpr int leastSide = 8;
constexpr int mostLevels = 8;
constexpr int longestPatchSide = 4096;
} // namespace

int cvision_pyramid::clamped(int level) const {
    return std::clamp(level, 0, static_cast<int>(levels.size()) - 1);
}

cvision_pyramid* cvision_pyramid_create(void) {
    return new (std::nothrow) cvision_pyramid;
}

int cvision_pyramid_set(cvision_pyramid* pyramid, const uint8_t* luma, int width, int height, size_t stride) {
    if (!pyramid || !luma || width <= 0 || height <= 0 || width > longestSide || height > longestSide ||
        stride < static_cast<size_t>(width))
        return -1;
    try {
        auto& levels = pyramid->levels;
        if (levels.empty())
            levels.resize(1);
        // OpenCV's matrices have no constant data; this one is only copied from.
        cv::Mat(height, width, CV_8UC1, const_cast<uint8_t*>(luma), stride).copyTo(levels[0]);
        size_t made = 1;
        while (made < mostLevels && levels[made - 1].cols >= 2 * leastSide && levels[made - 1].rows >= 2 * leastSide) {
            const cv::Mat larger = levels[made - 1];
            if (levels.size() == made)
                levels.emplace_back();
            const cv::Size half(larger.cols / 2, larger.rows / 2);
            cv::resize(larger(cv::Rect(0, 0, 2 * half.width, 2 * half.height)), levels[made], half, 0, 0,
                       cv::INTER_AREA);
            made++;
        }
        levels.resize(made);
        return 0;
    } catch (...) {
        pyramid->levels.clear();
        return -1;
    }
}

int cvision_pyramid_sample(const cvision_pyramid* pyramid, const double map[6], uint8_t* patch, int width, int height) {
    if (!pyramid || pyramid->levels.empty() || !map || !patch || width <= 0 || height <= 0 ||
        width > longestPatchSide || height > longestPatchSide ||
        !std::all_of(map, map + 6, [](double value) { return std::abs(value) < 1e6; }))
        return -1;
    try {
        // By the finer of both directions: bars are as fine as they are in one.
        const double scale = std::min(std::hypot(map[0], map[1]), std::hypot(map[2], map[3]));
        const int level = pyramid->clamped(scale >= 1.9 ? static_cast<int>(std::lround(std::log2(scale) - 0.4)) : 0);
        const cv::Mat& picture = pyramid->levels[level];
        cv::Mat out(height, width, CV_8UC1, patch);
        const bool isPlain = map[0] == 1 && map[1] == 0 && map[2] == 0 && map[3] == 1;
        const cv::Point start(static_cast<int>(std::lround(map[4])), static_cast<int>(std::lround(map[5])));
        if (isPlain &&
            (cv::Rect(start, out.size()) & cv::Rect(0, 0, picture.cols, picture.rows)).size() == out.size()) {
            picture(cv::Rect(start, out.size())).copyTo(out);
            return 0;
        }
        const double factor = 1.0 / (1 << level);
        const cv::Matx23d inverse(map[0] * factor, map[2] * factor, toLevel(map[4], level), map[1] * factor,
                                  map[3] * factor, toLevel(map[5], level));
        cv::warpAffine(picture, out, inverse, out.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                       cv::BORDER_REPLICATE);
        return 0;
    } catch (...) {
        return -1;
    }
}

void cvision_pyramid_destroy(cvision_pyramid* pyramid) {
    delete pyramid;
}
