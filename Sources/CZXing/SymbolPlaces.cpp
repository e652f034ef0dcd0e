#include "SymbolPlaces.hpp"

#include <algorithm>

namespace {
/// The sides of the squares in which dark and light are looked for: small ones keep what stands close apart, large ones
/// join large modules.
constexpr int squares[] = {8, 24};
/// Dark and light differ by so much.
constexpr int leastContrast = 48;
/// Shorter sides than those of ten modules are no symbol.
constexpr int shortestSide = 10;
/// A Data Matrix is at most four times as long as it is high.
constexpr int mostAspect = 6;

struct Box {
    int left, top, right, bottom;

    int width() const { return right - left; }
    int height() const { return bottom - top; }
    long area() const { return static_cast<long>(width()) * height(); }
    bool covers(const Box& other) const {
        const int slack = std::max(other.width(), other.height()) / 8;
        return left - slack <= other.left && top - slack <= other.top && right + slack >= other.right &&
               bottom + slack >= other.bottom;
    }
};

/// Which squares of the picture have contrast, row by row.
class Map {
  public:
    Map(const czxing_picture& picture, int square)
        : picture(picture), square(square), columns((picture.width + square - 1) / square),
          rows((picture.height + square - 1) / square), active(static_cast<size_t>(columns) * rows) {
        std::vector<uint8_t> low(columns), high(columns);
        for (int row = 0; row < rows; ++row) {
            std::fill(low.begin(), low.end(), UINT8_MAX);
            std::fill(high.begin(), high.end(), 0);
            // One pixel of the next square too: else a border between two squares belongs to neither.
            const int end = std::min(picture.height, (row + 1) * square + 1);
            for (int y = row * square; y < end; ++y)
                widen(picture.pixels + static_cast<size_t>(y) * picture.stride, low, high);
            for (int column = 0; column < columns; ++column)
                active[static_cast<size_t>(row) * columns + column] = high[column] - low[column] >= leastContrast;
        }
    }

    /// The boxes of active squares that touch each other, which are not active any more afterwards.
    std::vector<Box> takeBoxes() {
        std::vector<Box> boxes;
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                if (active[static_cast<size_t>(row) * columns + column])
                    boxes.push_back(takeBox(column, row));
        return boxes;
    }

  private:
    const czxing_picture& picture;
    const int square, columns, rows;
    std::vector<bool> active;

    void widen(const uint8_t* line, std::vector<uint8_t>& low, std::vector<uint8_t>& high) const {
        for (int column = 0; column < columns; ++column) {
            const int end = std::min(picture.width, (column + 1) * square + 1);
            const auto [least, most] = std::minmax_element(line + column * square, line + end);
            low[column] = std::min(low[column], *least);
            high[column] = std::max(high[column], *most);
        }
    }

    Box takeBox(int column, int row) {
        Box box = {column, row, column + 1, row + 1};
        std::vector<std::pair<int, int>> open = {{column, row}};
        active[static_cast<size_t>(row) * columns + column] = false;
        while (!open.empty()) {
            const auto [x, y] = open.back();
            open.pop_back();
            box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x + 1),
                   std::max(box.bottom, y + 1)};
            for (int nextY = std::max(y - 1, 0); nextY <= std::min(y + 1, rows - 1); ++nextY)
                for (int nextX = std::max(x - 1, 0); nextX <= std::min(x + 1, columns - 1); ++nextX) {
                    const size_t next = static_cast<size_t>(nextY) * columns + nextX;
                    if (active[next]) {
                        active[next] = false;
                        open.push_back({nextX, nextY});
                    }
                }
        }
        return {box.left * square, box.top * square, std::min(box.right * square, picture.width),
                std::min(box.bottom * square, picture.height)};
    }
};

bool mayBeSymbol(const Box& box) {
    const int longer = std::max(box.width(), box.height()), shorter = std::min(box.width(), box.height());
    return shorter >= shortestSide && longer <= shorter * mostAspect;
}

Cutout cutout(const Box& box, const czxing_picture& picture) {
    const int margin = std::max(std::max(box.width(), box.height()) / 6, 8);
    Cutout part = {{}, box.width() + 2 * margin, box.height() + 2 * margin, box.left - margin, box.top - margin};
    part.pixels.assign(static_cast<size_t>(part.width) * part.height, UINT8_MAX);
    const int left = std::max(part.x, 0), right = std::min(part.x + part.width, picture.width);
    for (int y = std::max(part.y, 0); y < std::min(part.y + part.height, picture.height); ++y) {
        const uint8_t* line = picture.pixels + static_cast<size_t>(y) * picture.stride;
        std::copy(line + left, line + right,
                  part.pixels.begin() + static_cast<size_t>(y - part.y) * part.width + (left - part.x));
    }
    return part;
}
} // namespace

void visitSymbolPlaces(const czxing_picture& picture, size_t most, const std::function<void(const Cutout&)>& visit) {
    std::vector<Box> boxes;
    for (const int square : squares)
        for (const auto& box : Map(picture, square).takeBoxes()) {
            const auto isKnown = [&](const Box& known) { return known.covers(box) && box.covers(known); };
            if (mayBeSymbol(box) && std::none_of(boxes.begin(), boxes.end(), isKnown))
                boxes.push_back(box);
        }
    std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.area() > b.area(); });
    if (boxes.size() > most)
        boxes.resize(most);
    long left = 2L * picture.width * picture.height;
    for (const auto& box : boxes) {
        const Cutout part = cutout(box, picture);
        left -= static_cast<long>(part.width) * part.height;
        if (left >= 0)
            visit(part);
    }
}
