#pragma once

#include <opencv2/core.hpp>

#include <vector>

/// What is compared when a target is looked for.
namespace target {
using Vector = cv::Vec<double, 6>;
using Matrix = cv::Matx<double, 6, 6>;

/// x' = a·x + c·y + tx, y' = b·x + d·y + ty.
struct Map {
    double a = 1, b = 0, c = 0, d = 1, tx = 0, ty = 0;

    cv::Point2d operator()(double x, double y) const { return {a * x + c * y + tx, b * x + d * y + ty}; }

    /// This after `first`.
    Map after(const Map& first) const {
        const auto move = (*this)(first.tx, first.ty);
        return {a * first.a + c * first.b,
                b * first.a + d * first.b,
                a * first.c + c * first.d,
                b * first.c + d * first.d,
                move.x,
                move.y};
    }

    /// This, moved so that it sends `point` to where `other` does.
    Map moved(const Map& other, cv::Point2d point) const {
        const auto way = other(point.x, point.y) - (*this)(point.x, point.y);
        return {a, b, c, d, tx + way.x, ty + way.y};
    }

    Map inverted() const {
        const double determinant = a * d - b * c;
        Map result{d / determinant, -b / determinant, -c / determinant, a / determinant, 0, 0};
        result.tx = -(result.a * tx + result.c * ty);
        result.ty = -(result.b * tx + result.d * ty);
        return result;
    }
};

/// A pixel between pixels; false outside.
bool sample(const cv::Mat& picture, cv::Point2d place, float& value);

/// What a target shows at one size. Places are relative to its middle, in units of half its size.
struct Look {
    int level = 0;
    std::vector<cv::Point2f> places;
    std::vector<float> values;
    std::vector<Vector> slopes;
    Matrix solver;
    double deviation = 0;
};

/// What a picture shows where a look is thought to be, brought to mean 0 and deviation 1.
struct Seen {
    std::vector<float> values;
    std::vector<char> isInside;
    int count = 0;
    double deviation = 0;

    /// False when less than half of it is in the picture, or it is flat.
    bool read(const Look& look, const cv::Mat& picture, const Map& map);

    /// How much it is like the look, −1 to 1.
    double likeness(const Look& look) const;
};
} // namespace target
