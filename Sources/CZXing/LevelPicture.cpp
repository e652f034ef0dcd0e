#include "LevelPicture.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace {
/// What is so little turned is read as it is.
constexpr double leastAngle = 0.025;
/// How much of all borders must run one way, or square to it.
constexpr double leastCoherence = 0.15;
/// Larger pictures are not turned.
constexpr long mostPixels = 2'000'000;
/// Shorter ones are enlarged.
constexpr int smallSide = 320;

/// The direction of the borders of dark and light up to quarter turns, between −π/4 and π/4; nothing where they have
/// none.
///
/// The mean of the gradients as complex numbers to the fourth power, in which quarter turns are alike.
std::optional<double> direction(const czxing_picture& picture) {
    std::complex<double> sum = 0;
    double all = 0;
    for (int y = 1; y + 1 < picture.height; ++y) {
        const uint8_t* line = picture.pixels + static_cast<size_t>(y) * picture.stride;
        const uint8_t *above = line - picture.stride, *below = line + picture.stride;
        for (int x = 1; x + 1 < picture.width; ++x) {
            // Sobel's gradient, which sees diagonals as they are.
            const int across =
                above[x + 1] + 2 * line[x + 1] + below[x + 1] - above[x - 1] - 2 * line[x - 1] - below[x - 1];
            const int down = below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] - above[x + 1];
            const double strength = static_cast<double>(across) * across + static_cast<double>(down) * down;
            if (strength < 1e4)
                continue;
            const std::complex<double> square(static_cast<double>(across) * across - static_cast<double>(down) * down,
                                              2.0 * across * down);
            sum += square * square / strength;
            all += strength;
        }
    }
    if (all == 0 || std::abs(sum) < leastCoherence * all)
        return std::nullopt;
    return std::arg(sum) / 4;
}
} // namespace

std::optional<LevelPicture> LevelPicture::of(const czxing_picture& picture) {
    if (static_cast<long>(picture.width) * picture.height > mostPixels)
        return std::nullopt;
    const auto angle = direction(picture);
    if (!angle || std::abs(*angle) < leastAngle)
        return std::nullopt;
    return LevelPicture(picture, *angle);
}

LevelPicture::LevelPicture(const czxing_picture& source, double angle)
    : sourceWidth(source.width), sourceHeight(source.height) {
    const int factor = std::max(source.width, source.height) < smallSide ? 2 : 1;
    const double cosine = std::cos(angle), sine = std::sin(angle);
    stepX = cosine / factor;
    stepY = sine / factor;
    const double across = std::abs(cosine), down = std::abs(sine);
    width = static_cast<int>(std::ceil(factor * (source.width * across + source.height * down)));
    height = static_cast<int>(std::ceil(factor * (source.width * down + source.height * across)));
    pixels.assign(static_cast<size_t>(width) * height, UINT8_MAX);
    auto next = pixels.begin();
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x, ++next) {
            const auto place = original({x + 0.5, y + 0.5});
            const double left = place.x - 0.5, top = place.y - 0.5;
            if (!(left >= 0 && top >= 0 && left < source.width - 1 && top < source.height - 1))
                continue;
            const size_t column = static_cast<size_t>(left), row = static_cast<size_t>(top);
            const uint8_t* pixel = source.pixels + row * source.stride + column;
            const double right = left - column, below = top - row;
            const double upper = pixel[0] + right * (pixel[1] - pixel[0]);
            const double lower = pixel[source.stride] + right * (pixel[source.stride + 1] - pixel[source.stride]);
            *next = static_cast<uint8_t>(upper + below * (lower - upper) + 0.5);
        }
}

czxing_point LevelPicture::original(const czxing_point& point) const {
    const double x = point.x - width / 2.0, y = point.y - height / 2.0;
    return {x * stepX - y * stepY + sourceWidth / 2.0, x * stepY + y * stepX + sourceHeight / 2.0};
}
