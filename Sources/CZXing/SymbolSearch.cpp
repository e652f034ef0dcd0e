#include "SymbolSearch.hpp"
#include "LevelPicture.hpp"
#include "SymbolCorners.hpp"
#include "SymbolPlaces.hpp"

#include <algorithm>
#include <cmath>

namespace {
constexpr size_t mostPlaces = 32, mostPlacesOfQuickLook = 8;

czxing_point middle(const Corners& corners) {
    czxing_point sum = {0, 0};
    for (const auto& corner : corners)
        sum = {sum.x + corner.x / 4, sum.y + corner.y / 4};
    return sum;
}

double distance(const czxing_point& a, const czxing_point& b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}
} // namespace

SymbolSearch::SymbolSearch(const czxing_picture& picture, uint32_t formats, uint32_t effort,
                           std::vector<Reading>& readings)
    : picture(picture), inTheMiddle(formats & library::formatsInTheMiddle()),
      nearlyLevel(effort & CZXING_TURNED ? formats & library::formatsNearlyLevel() : 0),
      effort(effort & ~CZXING_REDUCED), readings(readings) {}

void SymbolSearch::run() {
    if (inTheMiddle | nearlyLevel)
        visitSymbolPlaces(picture, effort & CZXING_HARDER ? mostPlaces : mostPlacesOfQuickLook,
                          [&](const Cutout& part) { lookAt(part); });
}

void SymbolSearch::lookAt(const Cutout& part) {
    const auto inPicture = [&](const czxing_point& corner) {
        return czxing_point{corner.x + part.x, corner.y + part.y};
    };
    if (inTheMiddle)
        for (auto& reading : library::read(part.picture(), inTheMiddle, effort, false)) {
            corners::complete(reading.corners, reading.format, part.picture());
            std::transform(reading.corners.begin(), reading.corners.end(), reading.corners.begin(), inPicture);
            add(std::move(reading));
        }
    if (nearlyLevel == 0 || isDone(part))
        return;
    if (const auto level = LevelPicture::of(part.picture()))
        for (auto& reading : library::read(level->picture(), nearlyLevel, effort, false)) {
            corners::complete(reading.corners, reading.format, level->picture());
            for (auto& corner : reading.corners)
                corner = inPicture(level->original(corner));
            add(std::move(reading));
        }
}

bool SymbolSearch::isDone(const Cutout& part) const {
    return std::any_of(readings.begin(), readings.end(), [&](const Reading& reading) {
        const auto place = middle(reading.corners);
        // Of a tilted PDF417 the library gets the text, but not the corners.
        return reading.format != CZXING_PDF417 && place.x > part.x && place.y > part.y &&
               place.x < part.x + part.width && place.y < part.y + part.height;
    });
}

void SymbolSearch::add(Reading reading) {
    const double size = distance(reading.corners[0], reading.corners[2]);
    const auto known = std::find_if(readings.begin(), readings.end(), [&](const Reading& other) {
        return other.format == reading.format && other.bytes == reading.bytes &&
               distance(middle(other.corners), middle(reading.corners)) < size / 2;
    });
    if (known == readings.end())
        readings.push_back(std::move(reading));
    else
        known->corners = reading.corners;
}
