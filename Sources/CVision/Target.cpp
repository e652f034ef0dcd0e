#include "Pyramid.hpp"
#include "TargetView.hpp"

#include <opencv2/core.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace {
/// The sides, in pixels, at which a target is looked at: the coarsest is searched for, the others make it exact.
constexpr std::array<double, 3> looks = {12, 24, 48};
/// How much of its surroundings belongs to it, of its size.
constexpr double margin = 0.12;
/// How far it is searched for at the coarsest look, in that look's pixels.
constexpr int reach = 5;
constexpr int mostSteps = 12;
constexpr double leastDeviation = 4;
/// From here on what was found at once is not searched for.
constexpr double alike = 0.8;
/// What is less alike at a finer look is taken for what the coarser one showed.
constexpr double leastAlike = 0.6;
/// What it keeps of its deviation at least, in whatever light.
constexpr double leastContrast = 0.4;
/// Blurred, it keeps less than this of its deviation.
constexpr double sharp = 0.75;

using target::Look, target::Map, target::Matrix, target::Seen, target::Vector, target::sample;
} // namespace

struct cvision_target {
    /// The middle, and half the longer side, in pixels of the full size.
    cv::Point2d middle;
    double half = 1;
    std::vector<Look> looks;

    /// From places of a look to pixels of a level, by way of `map` in pixels of the full size.
    Map placing(const Map& map, int level) const {
        const double factor = 1.0 / (1 << level);
        const Map own{half, 0, 0, half, middle.x, middle.y};
        Map result = map.after(own);
        result.tx = toLevel(result.tx, level);
        result.ty = toLevel(result.ty, level);
        for (double* part : {&result.a, &result.b, &result.c, &result.d})
            *part *= factor;
        return result;
    }

    /// Back to pixels of the full size.
    Map unplacing(Map placed, int level) const {
        for (double* part : {&placed.a, &placed.b, &placed.c, &placed.d})
            *part *= 1 << level;
        placed.tx = (placed.tx + 0.5) * (1 << level) - 0.5;
        placed.ty = (placed.ty + 0.5) * (1 << level) - 0.5;
        const Map own{half, 0, 0, half, middle.x, middle.y};
        return placed.after(own.inverted());
    }
};

namespace {
/// Looks at a target in its own picture at a level; false when it shows too little.
bool look(const cvision_target& target, const std::array<cv::Point2d, 4>& corners, const cv::Mat& picture, Look& look) {
    const Map map = target.placing(Map(), look.level);
    const double step = 1 / std::abs(map.a);
    for (double y = -1 - margin; y <= 1 + margin; y += step)
        for (double x = -1 - margin; x <= 1 + margin; x += step)
            if (isWithin(corners, {x, y}))
                look.places.emplace_back(static_cast<float>(x), static_cast<float>(y));
    if (look.places.size() < 24)
        return false;
    Seen seen;
    if (!seen.read(look, picture, map) || seen.count < static_cast<int>(look.places.size()) * 3 / 4)
        return false;
    look.values = seen.values;
    look.deviation = seen.deviation;
    // Places outside count for nothing.
    double sum = 0, squares = 0;
    Matrix normal = Matrix::zeros();
    for (size_t index = 0; index < look.places.size(); index++) {
        const auto place = look.places[index];
        float left = 0, right = 0, above = 0, below = 0, value = 0;
        const auto at = map(place.x, place.y);
        const bool isInside = sample(picture, at, value) && sample(picture, {at.x - 1, at.y}, left) &&
                              sample(picture, {at.x + 1, at.y}, right) && sample(picture, {at.x, at.y - 1}, above) &&
                              sample(picture, {at.x, at.y + 1}, below);
        if (!isInside)
            look.values[index] = 0;
        sum += isInside ? value : 0;
        squares += isInside ? value * value : 0;
        const double gx = isInside ? (right - left) / 2 / step : 0, gy = isInside ? (below - above) / 2 / step : 0;
        look.slopes.emplace_back(gx * place.x, gy * place.x, gx * place.y, gy * place.y, gx, gy);
    }
    const double mean = sum / seen.count, deviation = std::sqrt(std::max(squares / seen.count - mean * mean, 0.0));
    if (deviation < leastDeviation)
        return false;
    for (auto& slope : look.slopes) {
        slope *= 1 / deviation;
        normal += slope * slope.t();
    }
    // A change of shape wants more of a reason than a move.
    const double ease = cv::trace(normal) / 6;
    for (int index = 0; index < 6; index++)
        normal(index, index) += ease * (index < 4 ? 0.01 : 0.001);
    bool isSolvable = false;
    look.solver = normal.inv(cv::DECOMP_CHOLESKY, &isSolvable);
    return isSolvable;
}

/// Moves the map, pixels of the look's level, to where the picture is most like the look.
bool search(const Look& look, const cv::Mat& picture, Map& map, Seen& seen) {
    double best = -2;
    Map found = map;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            Map moved = map;
            moved.tx += x;
            moved.ty += y;
            if (!seen.read(look, picture, moved))
                continue;
            // Of equals the nearest.
            const double likeness = seen.likeness(look) - 0.002 * (x * x + y * y);
            if (likeness > best) {
                best = likeness;
                found = moved;
            }
        }
    map = found;
    return best > -2;
}

/// Inverse compositional alignment (Baker, Matthews: Lucas-Kanade 20 Years On, 2004).
bool align(const Look& look, const cv::Mat& picture, Map& map, Seen& seen) {
    for (int step = 0; step < mostSteps; step++) {
        if (!seen.read(look, picture, map))
            return false;
        Vector sum = Vector::all(0);
        for (size_t index = 0; index < seen.values.size(); index++)
            if (seen.isInside[index])
                sum += look.slopes[index] * static_cast<double>(seen.values[index] - look.values[index]);
        const Vector change = look.solver * sum;
        const Map moved{1 + change[0], change[1], change[2], 1 + change[3], change[4], change[5]};
        const double determinant = moved.a * moved.d - moved.b * moved.c;
        if (!(determinant > 0.3 && determinant < 3))
            return false;
        map = map.after(moved.inverted());
        const double moves = std::sqrt(change.dot(change)) * std::hypot(map.a, map.b);
        if (moves < 0.01)
            break;
    }
    return seen.read(look, picture, map);
}
} // namespace

cvision_target* cvision_target_create(const cvision_pyramid* pyramid, const double corners[8]) {
    if (!pyramid || pyramid->levels.empty() || !corners ||
        !std::all_of(corners, corners + 8, [](double value) { return std::abs(value) < 1e5; }))
        return nullptr;
    try {
        auto target = std::make_unique<cvision_target>();
        std::array<cv::Point2d, 4> points;
        double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
        for (int index = 0; index < 4; index++) {
            points[index] = {corners[2 * index], corners[2 * index + 1]};
            left = std::min(left, points[index].x);
            right = std::max(right, points[index].x);
            top = std::min(top, points[index].y);
            bottom = std::max(bottom, points[index].y);
        }
        target->middle = {(left + right) / 2, (top + bottom) / 2};
        target->half = std::max(std::max(right - left, bottom - top) / 2, 1.0);
        for (auto& point : points)
            point = (point - target->middle) * ((1 + margin) / target->half);
        for (const double side : looks) {
            Look view;
            view.level = pyramid->clamped(static_cast<int>(std::lround(std::log2(2 * target->half / side))));
            const bool isNew = target->looks.empty() || target->looks.back().level != view.level;
            if (isNew && look(*target, points, pyramid->levels[view.level], view))
                target->looks.push_back(std::move(view));
        }
        return target->looks.empty() ? nullptr : target.release();
    } catch (...) {
        return nullptr;
    }
}

double cvision_target_find(const cvision_target* target, const cvision_pyramid* pyramid, double map[6],
                           int* is_blurred) {
    if (!target || !pyramid || pyramid->levels.empty() || !map || !is_blurred)
        return -2;
    try {
        const Map start{map[0], map[1], map[2], map[3], map[4], map[5]};
        Map found = start;
        *is_blurred = 0;
        Seen seen;
        double likeness = -2;
        for (size_t index = 0; index < target->looks.size(); index++) {
            const Look& look = target->looks[index];
            const cv::Mat& picture = pyramid->levels[pyramid->clamped(look.level)];
            const Map expected = target->placing(found, look.level);
            Map placed = expected;
            double here = align(look, picture, placed, seen) ? seen.likeness(look) : -2;
            if (index == 0 && here < alike) {
                // Not where it was expected: somewhere near.
                Map other = expected;
                if (search(look, picture, other, seen) && align(look, picture, other, seen) &&
                    seen.likeness(look) > here) {
                    placed = other;
                    here = seen.likeness(look);
                }
            }
            if (index > 0 && here < leastAlike) {
                // What is blurred is itself at a coarse look only, which tells little of its shape; what is sharp is
                // something else.
                if (seen.deviation > sharp * look.deviation)
                    return -2;
                found = start.moved(found, target->middle);
                *is_blurred = 1;
                break;
            }
            if (here == -2 || seen.deviation < leastContrast * look.deviation)
                return -2;
            likeness = here;
            found = target->unplacing(placed, look.level);
        }
        const double members[6] = {found.a, found.b, found.c, found.d, found.tx, found.ty};
        if (!std::all_of(members, members + 6, [](double value) { return std::isfinite(value); }))
            return -2;
        std::copy_n(members, 6, map);
        return likeness;
    } catch (...) {
        return -2;
    }
}

void cvision_target_destroy(cvision_target* target) {
    delete target;
}
