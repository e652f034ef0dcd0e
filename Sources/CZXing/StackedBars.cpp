#include "StackedBars.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace {
enum { topLeft, bottomLeft, bottomRight, topRight };

czxing_point between(const czxing_point& from, const czxing_point& to, double part) {
    return {from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part};
}
} // namespace

std::vector<double> StackedBars::runs(const czxing_point& from, const czxing_point& to) const {
    const int steps = static_cast<int>(std::min(std::hypot(to.x - from.x, to.y - from.y) * 2, 1e5));
    std::vector<uint8_t> luma;
    for (int index = 0; index <= steps; ++index) {
        const auto place = between(from, to, static_cast<double>(index) / std::max(steps, 1));
        if (!(place.x >= 0 && place.y >= 0 && place.x < picture.width && place.y < picture.height))
            break;
        luma.push_back(picture.pixels[static_cast<size_t>(place.y) * picture.stride + static_cast<size_t>(place.x)]);
    }
    if (luma.empty())
        return {};
    const auto [low, high] = std::minmax_element(luma.begin(), luma.end());
    const int threshold = (*low + *high) / 2;
    auto next = std::find_if(luma.begin(), luma.end(), [&](int value) { return value <= threshold; });
    std::vector<double> runs;
    for (bool dark = true; next != luma.end(); dark = !dark) {
        const auto end = std::find_if(next, luma.end(), [&](int value) { return (value <= threshold) != dark; });
        runs.push_back(static_cast<double>(end - next) / 2);
        next = end;
    }
    return runs;
}

void StackedBars::findRightSide() {
    const czxing_point down = {sides[bottomLeft].x - sides[topLeft].x, sides[bottomLeft].y - sides[topLeft].y};
    const double height = std::hypot(down.x, down.y), reach = std::hypot(picture.width, picture.height);
    if (height == 0)
        return;
    const czxing_point along = {down.y / height, -down.x / height};
    std::vector<double> widths;
    for (int row = 1; row < 16; ++row) {
        const auto from = between(sides[topLeft], sides[bottomLeft], row / 16.0);
        const auto bars = runs(from, {from.x + along.x * reach, from.y + along.y * reach});
        // No light is as wide as the first bar but the quiet zone.
        double width = 0, known = 0;
        for (size_t index = 0; index < bars.size() && (index % 2 == 0 || bars[index] < bars[0]); ++index) {
            width += bars[index];
            if (index % 2 == 0)
                known = width;
        }
        widths.push_back(known);
    }
    std::nth_element(widths.begin(), widths.begin() + widths.size() / 2, widths.end());
    const double width = widths[widths.size() / 2];
    sides[bottomRight] = {sides[bottomLeft].x + along.x * width, sides[bottomLeft].y + along.y * width};
    sides[topRight] = {sides[topLeft].x + along.x * width, sides[topLeft].y + along.y * width};
}

int StackedBars::cluster(double height) const {
    const auto bars =
        runs(between(sides[topLeft], sides[bottomLeft], height), between(sides[topRight], sides[bottomRight], height));
    if (bars.size() < 17)
        return -1;
    double width = 0;
    for (size_t index = 8; index < 16; ++index)
        width += bars[index];
    const auto modules = [&](size_t bar) { return static_cast<int>(std::lround(bars[8 + 2 * bar] * 17 / width)); };
    const int cluster = (modules(0) - modules(1) + modules(2) - modules(3) + 9) % 9;
    return cluster % 3 == 0 ? cluster : -1;
}

bool StackedBars::runUpwards() const {
    /// A cluster, and on how many lines in succession.
    std::vector<std::pair<int, int>> rows;
    for (int line = 0; line < 360; ++line) {
        const int now = cluster((line + 0.5) / 360);
        if (now < 0)
            continue;
        if (rows.empty() || rows.back().first != now)
            rows.push_back({now, 0});
        ++rows.back().second;
    }
    // Between two rows a line may show a third: what few lines show counts for little.
    int downwards = 0, upwards = 0;
    for (size_t index = 1; index < rows.size(); ++index) {
        const int weight = std::min(rows[index - 1].second, rows[index].second);
        ((rows[index].first - rows[index - 1].first + 9) % 9 == 3 ? downwards : upwards) += weight;
    }
    return upwards > downwards;
}
