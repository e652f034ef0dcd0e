#include "SymbolCorners.hpp"
#include "StackedBars.hpp"

#include <algorithm>
#include <cmath>

namespace {
enum { topLeft, bottomLeft, bottomRight, topRight };

czxing_point step(const czxing_point& from, const czxing_point& to) {
    const double x = to.x - from.x, y = to.y - from.y, length = std::hypot(x, y);
    return length > 0 ? czxing_point{x / length, y / length} : czxing_point{0, 0};
}

/// Bars have a first one, but neither top nor bottom: the library names the upper side before the lower one, whichever
/// way they run. It names the first and the last pixel; their outer edges are meant. Of one line it is that line's.
Corners aroundBars(Corners pixels) {
    if (corners::areMirrored(pixels)) {
        std::swap(pixels[topLeft], pixels[bottomLeft]);
        std::swap(pixels[topRight], pixels[bottomRight]);
    }
    czxing_point along = step(pixels[topLeft], pixels[topRight]);
    if (along.x == 0 && along.y == 0)
        along = {1, 0};
    czxing_point down = step(pixels[topLeft], pixels[bottomLeft]);
    if (down.x == 0 && down.y == 0)
        down = {-along.y, along.x};
    const auto moved = [&](const czxing_point& pixel, double right, double below) {
        return czxing_point{pixel.x + 0.5 + 0.5 * (right * along.x + below * down.x),
                            pixel.y + 0.5 + 0.5 * (right * along.y + below * down.y)};
    };
    return {moved(pixels[topLeft], -1, -1), moved(pixels[bottomLeft], -1, 1), moved(pixels[bottomRight], 1, 1),
            moved(pixels[topRight], 1, -1)};
}

/// The box of all that is dark.
Corners darkBox(const czxing_picture& picture) {
    const auto at = [&](int x, int y) { return picture.pixels[static_cast<size_t>(y) * picture.stride + x]; };
    int low = 255, high = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            low = std::min<int>(low, at(x, y));
            high = std::max<int>(high, at(x, y));
        }
    int left = picture.width, right = 0, top = picture.height, bottom = 0;
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x)
            if (at(x, y) < (low + high + 1) / 2) {
                left = std::min(left, x);
                right = std::max(right, x + 1);
                top = std::min(top, y);
                bottom = y + 1;
            }
    const double l = left, r = right, t = top, b = bottom;
    return {{{l, t}, {l, b}, {r, b}, {r, t}}};
}
/// Of a Data Matrix whose solid sides are left and below the library may name the last pixel instead of the edge behind
/// it: then that pixel below the middle belongs to the solid side.
void reachLastPixels(Corners& corners, const czxing_picture& picture) {
    const czxing_point &solid = corners[bottomLeft], &open = corners[topRight];
    const auto isAtBox = [&](const czxing_point& corner) {
        return (corner.x == solid.x || corner.x == open.x) && (corner.y == solid.y || corner.y == open.y);
    };
    const double x = (solid.x + open.x) / 2, y = solid.y;
    if (!(solid.x < open.x && open.y < solid.y && isAtBox(corners[topLeft]) && isAtBox(corners[bottomRight])) ||
        x < 0 || x >= picture.width || y < 1 || y + 1 >= picture.height)
        return;
    const auto luma = [&](int below) {
        return picture.pixels[static_cast<size_t>(y + below) * picture.stride + static_cast<size_t>(x)];
    };
    if (2 * luma(0) >= luma(-1) + luma(1))
        return;
    const double right = open.x, bottom = solid.y;
    for (auto& corner : corners)
        corner = {corner.x + (corner.x == right ? 1 : 0), corner.y + (corner.y == bottom ? 1 : 0)};
}
} // namespace

Corners corners::ordered(const std::array<czxing_point, 4>& around, czxing_format format, bool mirrored) {
    Corners corners = {around[0], around[3], around[2], around[1]};
    if (format & symbologies::linear)
        return aroundBars(corners);
    // A mirrored symbol was found as an unmirrored one, by what it has at its corners: three finder patterns and none,
    // or two solid sides.
    if (mirrored && (format & (CZXING_QR_CODE | CZXING_MICRO_QR_CODE)))
        std::swap(corners[bottomLeft], corners[topRight]);
    if (mirrored && format == CZXING_DATA_MATRIX)
        std::swap(corners[topLeft], corners[bottomRight]);
    return corners;
}

void corners::complete(Corners& corners, czxing_format format, const czxing_picture& picture) {
    // A MaxiCode is read only where the picture holds nothing else.
    if (format == CZXING_MAXI_CODE)
        corners = darkBox(picture);
    if (format == CZXING_DATA_MATRIX)
        reachLastPixels(corners, picture);
    if (format != CZXING_PDF417)
        return;
    StackedBars bars(picture, corners);
    if (corners[bottomRight].x == corners[topRight].x && corners[bottomRight].y == corners[topRight].y)
        bars.findRightSide();
    corners = bars.corners();
    if (bars.runUpwards()) {
        std::swap(corners[topLeft], corners[bottomLeft]);
        std::swap(corners[topRight], corners[bottomRight]);
    }
}

bool corners::arePlausible(const Corners& corners, czxing_format format) {
    if (format != CZXING_DATABAR)
        return true;
    const czxing_point along = step(corners[topLeft], corners[topRight]);
    const czxing_point down = step(corners[topLeft], corners[bottomLeft]);
    const double width = std::hypot(corners[topRight].x - corners[topLeft].x, corners[topRight].y - corners[topLeft].y);
    const double height =
        std::hypot(corners[bottomLeft].x - corners[topLeft].x, corners[bottomLeft].y - corners[topLeft].y);
    // The narrowest, a stacked one, has 50 modules across and up to 69 down; bars are read up to 30° tilted.
    return width >= 46 && height <= 1.5 * width && std::abs(along.x * down.x + along.y * down.y) <= 0.5;
}

bool corners::areMirrored(const Corners& corners) {
    double area = 0;
    for (size_t index = 0; index < 4; ++index) {
        const czxing_point &from = corners[index], &to = corners[(index + 1) % 4];
        area += from.x * to.y - to.x * from.y;
    }
    return area > 0;
}
