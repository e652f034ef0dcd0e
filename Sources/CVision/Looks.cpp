#include "CVision.h"

#include <algorithm>
#include <cmath>
#include <new>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

struct cvision_looks {
    /// Steps write to these by turns, so that none writes to the caller's picture or to what it reads.
    cv::Mat made[2], rest;
    cv::Ptr<cv::CLAHE> equalizer;
};

namespace {

/// Places of the prepared picture seen from the source, as a matrix of homogeneous coordinates.
using Map = cv::Matx33d;

constexpr double degree = CV_PI / 180;
constexpr double leastAmount = 1e-3, mostAmount = 1e4;

Map shift(double x, double y) {
    return {1, 0, x, 0, 1, y, 0, 0, 1};
}

/// Turns around the middle; the map leads from the turned picture back.
Map turn(const cv::Mat& luma, cv::Mat& made, double degrees) {
    const cv::Size size = luma.size();
    const double cosine = std::cos(degrees * degree), sine = std::sin(degrees * degree);
    const int width = static_cast<int>(std::ceil(std::abs(cosine) * size.width + std::abs(sine) * size.height));
    const int height = static_cast<int>(std::ceil(std::abs(sine) * size.width + std::abs(cosine) * size.height));
    const Map back = shift(size.width / 2.0, size.height / 2.0) * Map(cosine, -sine, 0, sine, cosine, 0, 0, 0, 1) *
                     shift(-width / 2.0, -height / 2.0);
    // OpenCV counts from the middle of the first pixel.
    const Map centers = shift(-0.5, -0.5) * back * shift(0.5, 0.5);
    cv::warpAffine(luma, made, cv::Mat(centers).rowRange(0, 2), cv::Size(width, height),
                   cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    return back;
}

/// By how many degrees counter-clockwise the picture must be turned for most bars in it to stand upright: the mean
/// direction of the gradient, where it is the same all around (the structure tensor's coherence), as bars have it.
double tilt(const cv::Mat& luma) {
    constexpr double longestSide = 640, leastCoherence = 0.7;
    cv::Mat small;
    const double factor = std::min(1.0, longestSide / std::max(luma.cols, luma.rows));
    cv::resize(luma, small, cv::Size(), factor, factor, cv::INTER_AREA);
    cv::Mat across, down;
    cv::GaussianBlur(small, small, cv::Size(), 1);
    cv::Sobel(small, across, CV_32F, 1, 0);
    cv::Sobel(small, down, CV_32F, 0, 1);
    cv::Mat xx = across.mul(across), yy = down.mul(down), xy = across.mul(down);
    const int side = std::max(15, std::min(small.cols, small.rows) / 12) | 1;
    for (cv::Mat* product : {&xx, &yy, &xy})
        cv::blur(*product, *product, cv::Size(side, side));
    double cosine = 0, sine = 0;
    for (int row = 0; row < small.rows; row++) {
        for (int column = 0; column < small.cols; column++) {
            const double a = xx.at<float>(row, column), b = yy.at<float>(row, column), c = xy.at<float>(row, column);
            const double length = std::hypot(a - b, 2 * c), strength = a + b + 1;
            if (length < leastCoherence * strength)
                continue;
            const double weight = length / strength;
            cosine += weight * (a - b);
            sine += weight * 2 * c;
        }
    }
    return std::atan2(sine, cosine) / 2 / degree;
}

Map scale(const cv::Mat& luma, cv::Mat& made, double factor) {
    const cv::Size size(std::max(1, cvRound(luma.cols * factor)), std::max(1, cvRound(luma.rows * factor)));
    cv::resize(luma, made, size, 0, 0, factor > 1 ? cv::INTER_CUBIC : cv::INTER_AREA);
    const double across = static_cast<double>(luma.cols) / size.width;
    const double down = static_cast<double>(luma.rows) / size.height;
    return {across, 0, 0, 0, down, 0, 0, 0, 1};
}

/// Pixels that the step would make of a picture.
double pixels(const cv::Mat& luma, const cvision_step& step) {
    const double width = luma.cols, height = luma.rows;
    switch (step.kind) {
    case cvision_step_scale:
        return width * height * step.amount * step.amount;
    case cvision_step_turn:
    case cvision_step_straighten:
        return (width + height) * (width + height);
    case cvision_step_frame:
        return (width + 2 * step.amount) * (height + 2 * step.amount);
    default:
        return width * height;
    }
}

bool isPossible(const cvision_step& step) {
    const double size = std::abs(step.amount);
    return size <= mostAmount && (step.amount >= 0 || step.kind == cvision_step_turn) &&
           (size >= leastAmount || step.kind != cvision_step_scale);
}

/// An odd number of pixels, at least 3.
int window(double pixels) {
    return std::max(3, static_cast<int>(pixels)) | 1;
}

/// Writes to `made` what the step makes of `luma`, and says where its places were.
Map take(cvision_looks& looks, const cv::Mat& luma, cv::Mat& made, const cvision_step& step) {
    switch (step.kind) {
    case cvision_step_equalize:
        if (!looks.equalizer)
            looks.equalizer = cv::createCLAHE();
        looks.equalizer->setClipLimit(step.amount);
        looks.equalizer->apply(luma, made);
        return Map::eye();
    case cvision_step_scale:
        return scale(luma, made, step.amount);
    case cvision_step_otsu:
        cv::threshold(luma, made, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
        return Map::eye();
    case cvision_step_adaptive: {
        const int side = window(std::max(9.0, std::min(luma.cols, luma.rows) / step.amount));
        cv::adaptiveThreshold(luma, made, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY, side, 5);
        return Map::eye();
    }
    case cvision_step_turn:
        return turn(luma, made, step.amount);
    case cvision_step_straighten:
        return turn(luma, made, tilt(luma));
    case cvision_step_blur:
        cv::GaussianBlur(luma, made, cv::Size(), step.amount);
        return Map::eye();
    case cvision_step_sharpen:
        cv::GaussianBlur(luma, looks.rest, cv::Size(), step.amount);
        cv::addWeighted(luma, 2.5, looks.rest, -1.5, 0, made);
        return Map::eye();
    case cvision_step_smear:
        cv::blur(luma, made, cv::Size(1, window(step.amount)));
        return Map::eye();
    case cvision_step_invert:
        cv::bitwise_not(luma, made);
        return Map::eye();
    case cvision_step_mirror:
        cv::flip(luma, made, 1);
        return {-1, 0, static_cast<double>(luma.cols), 0, 1, 0, 0, 0, 1};
    case cvision_step_frame: {
        const int side = static_cast<int>(step.amount);
        cv::copyMakeBorder(luma, made, side, side, side, side, cv::BORDER_CONSTANT, cv::Scalar(255));
        return shift(-side, -side);
    }
    }
    throw std::bad_alloc();
}

} // namespace

cvision_looks* cvision_looks_create(void) {
    return new (std::nothrow) cvision_looks();
}

int cvision_looks_prepare(cvision_looks* looks, const cvision_luma* luma, const cvision_step* steps, int count,
                          size_t most_pixels, cvision_luma* prepared, double source[6]) {
    try {
        if (!luma->pixels || luma->width < 1 || luma->height < 1 || luma->stride < static_cast<size_t>(luma->width))
            return -1;
        // Nothing writes to the source.
        cv::Mat now(luma->height, luma->width, CV_8UC1, const_cast<uint8_t*>(luma->pixels), luma->stride);
        Map map = Map::eye();
        for (int i = 0; i < count; i++) {
            if (!isPossible(steps[i]) || !(pixels(now, steps[i]) <= static_cast<double>(most_pixels)))
                return -1;
            cv::Mat& made = looks->made[i % 2];
            map = map * take(*looks, now, made, steps[i]);
            now = made;
        }
        *prepared = {now.data, now.cols, now.rows, now.step};
        const double members[6] = {map(0, 0), map(1, 0), map(0, 1), map(1, 1), map(0, 2), map(1, 2)};
        std::copy(members, members + 6, source);
        return 0;
    } catch (...) {
        return -1;
    }
}

void cvision_looks_destroy(cvision_looks* looks) {
    delete looks;
}
