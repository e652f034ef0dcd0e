#include "Pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace {
/// A cell is so many pixels of the half size wide and high.
constexpr int cellSide = 8;
/// Codes of weak contrast have steps of this size, by the root of the mean square.
constexpr float leastSteps = 9;
/// So many cells at least are a place to look at.
constexpr int leastCells = 4;

struct Cell {
    float xx = 0, yy = 0, xy = 0;
    int area = 0;
};

struct Sum {
    int left, top, right, bottom, cells;
    double xx, yy, xy;
};

/// The steps of a cell's pixels, of every second row.
Cell cellAt(const cv::Mat& picture, int left, int top) {
    int xx = 0, yy = 0, xy = 0;
    for (int row = 0; row < cellSide; row += 2) {
        const uint8_t* here = picture.ptr(top + row) + left;
        const uint8_t* below = picture.ptr(top + row + 1) + left;
        for (int column = 0; column < cellSide; column++) {
            const int dx = here[column + 1] - here[column];
            const int dy = below[column] - here[column];
            xx += dx * dx;
            yy += dy * dy;
            xy += dx * dy;
        }
    }
    constexpr float count = cellSide * cellSide / 2;
    return {xx / count, yy / count, xy / count, 0};
}

cvision_busy_area area(const Sum& sum, int scale) {
    const double xx = sum.xx / sum.cells, yy = sum.yy / sum.cells, xy = sum.xy / sum.cells;
    const double strength = std::hypot(xx - yy, 2 * xy);
    cvision_busy_area result;
    result.x = sum.left * scale;
    result.y = sum.top * scale;
    result.width = (sum.right - sum.left + 1) * scale;
    result.height = (sum.bottom - sum.top + 1) * scale;
    result.steps = static_cast<float>(std::sqrt(xx + yy));
    result.coherence = static_cast<float>(strength / std::max(xx + yy, 1e-9));
    result.direction = static_cast<float>(0.5 * std::atan2(2 * xy, xx - yy) * 180 / CV_PI);
    return result;
}

/// Marks the cells whose middles lie in a quadrilateral as done.
void leaveOut(const double* corners, std::vector<Cell>& cells, int columns, int rows, int scale) {
    std::array<cv::Point2d, 4> points;
    double left = columns, right = 0, top = rows, bottom = 0;
    for (int index = 0; index < 4; index++) {
        points[index] = {corners[2 * index] / scale, corners[2 * index + 1] / scale};
        left = std::min(left, points[index].x);
        right = std::max(right, points[index].x);
        top = std::min(top, points[index].y);
        bottom = std::max(bottom, points[index].y);
    }
    // Written so that what is not a number leaves nothing out.
    for (int y = static_cast<int>(std::max(top, 0.0)); y < rows && y <= bottom; y++)
        for (int x = static_cast<int>(std::max(left, 0.0)); x < columns && x <= right; x++)
            if (isWithin(points, {x + 0.5, y + 0.5}))
                cells[y * columns + x].area = 1;
}

/// Joins cells that touch, also across a gap of one.
std::vector<cvision_busy_area> join(std::vector<Cell>& cells, int columns, int rows, int scale) {
    const auto busy = [&](const Cell& cell) { return cell.xx + cell.yy >= leastSteps * leastSteps; };
    std::vector<cvision_busy_area> areas;
    std::vector<int> open;
    for (int start = 0; start < columns * rows; start++) {
        if (cells[start].area || !busy(cells[start]))
            continue;
        Sum sum{columns, rows, 0, 0, 0, 0, 0, 0};
        open.assign(1, start);
        cells[start].area = 1;
        while (!open.empty()) {
            const int here = open.back();
            open.pop_back();
            const int x = here % columns, y = here / columns;
            sum.left = std::min(sum.left, x);
            sum.right = std::max(sum.right, x);
            sum.top = std::min(sum.top, y);
            sum.bottom = std::max(sum.bottom, y);
            sum.cells++;
            sum.xx += cells[here].xx;
            sum.yy += cells[here].yy;
            sum.xy += cells[here].xy;
            for (int v = std::max(y - 2, 0); v <= std::min(y + 2, rows - 1); v++)
                for (int u = std::max(x - 2, 0); u <= std::min(x + 2, columns - 1); u++) {
                    Cell& next = cells[v * columns + u];
                    if (next.area || !busy(next))
                        continue;
                    next.area = 1;
                    open.push_back(v * columns + u);
                }
        }
        if (sum.cells >= leastCells)
            areas.push_back(area(sum, scale));
    }
    return areas;
}
} // namespace

int cvision_busy_areas(const cvision_pyramid* pyramid, const double* known, int count, cvision_busy_area* out,
                       int capacity) {
    if (!pyramid || pyramid->levels.empty() || !out || capacity < 0 || count < 0 || (count > 0 && !known))
        return -1;
    try {
        const int level = pyramid->clamped(1);
        const cv::Mat& picture = pyramid->levels[level];
        // The last column and row have no pixel after them.
        const int columns = (picture.cols - 1) / cellSide, rows = (picture.rows - 1) / cellSide;
        if (columns <= 0 || rows <= 0)
            return 0;
        std::vector<Cell> cells(static_cast<size_t>(columns) * rows);
        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++)
                cells[row * columns + column] = cellAt(picture, column * cellSide, row * cellSide);
        for (int index = 0; index < count; index++)
            leaveOut(known + 8 * index, cells, columns, rows, cellSide << level);
        auto areas = join(cells, columns, rows, cellSide << level);
        std::sort(areas.begin(), areas.end(),
                  [](const auto& one, const auto& other) { return one.steps > other.steps; });
        const size_t found = std::min(areas.size(), static_cast<size_t>(capacity));
        std::copy_n(areas.begin(), found, out);
        return static_cast<int>(found);
    } catch (...) {
        return -1;
    }
}
