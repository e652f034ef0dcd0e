#include "Assertions.hpp"
#include "Reading.hpp"
#include "SymbolCorners.hpp"
#include "SymbolSearch.hpp"

#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>

struct czxing_readings {
    std::vector<Reading> found;
};

namespace {
constexpr int longestSide = 1 << 16;

bool isPicture(const czxing_picture& picture) {
    return picture.pixels && picture.width > 0 && picture.height > 0 && picture.width <= longestSide &&
           picture.height <= longestSide && picture.stride >= static_cast<size_t>(picture.width) &&
           picture.stride <= INT_MAX / static_cast<size_t>(picture.height);
}

/// The part of the picture around an EAN or UPC in which its add-on would be.
czxing_picture around(const Reading& reading, const czxing_picture& picture) {
    const auto horizontal = [](const czxing_point& a, const czxing_point& b) { return a.x < b.x; };
    const auto vertical = [](const czxing_point& a, const czxing_point& b) { return a.y < b.y; };
    const auto [left, right] = std::minmax_element(reading.corners.begin(), reading.corners.end(), horizontal);
    const auto [top, bottom] = std::minmax_element(reading.corners.begin(), reading.corners.end(), vertical);
    const double reach =
        std::hypot(reading.corners[3].x - reading.corners[0].x, reading.corners[3].y - reading.corners[0].y);
    const auto within = [](double place, int side) {
        return static_cast<int>(std::clamp(place, 0.0, static_cast<double>(side)));
    };
    const int x = within(left->x - reach, picture.width - 1), y = within(top->y - reach, picture.height - 1);
    czxing_picture part = picture;
    part.pixels += static_cast<size_t>(y) * picture.stride + static_cast<size_t>(x);
    part.width = std::max(within(right->x + reach, picture.width) - x, 1);
    part.height = std::max(within(bottom->y + reach, picture.height) - y, 1);
    return part;
}

void findAddOn(Reading& reading, const czxing_picture& picture) {
    for (const auto& again :
         library::read(around(reading, picture), reading.format, CZXING_HARDER | CZXING_TURNED, true))
        if (again.bytes == reading.bytes && !again.addOn.empty())
            reading.addOn = again.addOn;
}

/// Reads what is dark on light.
std::vector<Reading> readDark(const czxing_picture& picture, uint32_t formats, uint32_t effort) {
    auto readings = library::read(picture, formats, effort, false);
    const auto isChance = [](const Reading& reading) {
        return !corners::arePlausible(reading.corners, reading.format);
    };
    readings.erase(std::remove_if(readings.begin(), readings.end(), isChance), readings.end());
    for (auto& reading : readings) {
        corners::complete(reading.corners, reading.format, picture);
        if (reading.format & symbologies::withAddOns)
            findAddOn(reading, picture);
    }
    if (formats & (library::formatsInTheMiddle() | library::formatsNearlyLevel()))
        SymbolSearch(picture, formats, effort, readings).run();
    return readings;
}

/// The picture's rows, one after the other, light for dark.
std::vector<uint8_t> inverted(const czxing_picture& picture) {
    std::vector<uint8_t> pixels(static_cast<size_t>(picture.width) * static_cast<size_t>(picture.height));
    auto next = pixels.begin();
    for (int row = 0; row < picture.height; ++row) {
        const uint8_t* from = picture.pixels + static_cast<size_t>(row) * picture.stride;
        next = std::transform(from, from + picture.width, next,
                              [](uint8_t luma) { return static_cast<uint8_t>(UINT8_MAX - luma); });
    }
    return pixels;
}

std::vector<Reading> readAll(const czxing_picture& picture, uint32_t formats, uint32_t effort) {
    auto readings = readDark(picture, formats, effort);
    if (effort & CZXING_INVERTED) {
        const auto pixels = inverted(picture);
        const czxing_picture other = {pixels.data(), picture.width, picture.height, static_cast<size_t>(picture.width)};
        for (auto& reading : readDark(other, formats, effort)) {
            reading.inverted = true;
            readings.push_back(std::move(reading));
        }
    }
    return readings;
}
} // namespace

const char* czxing_version(void) {
    return library::version();
}

uint32_t czxing_formats(void) {
    return library::formats();
}

czxing_readings* czxing_read(const czxing_picture* picture, uint32_t formats, uint32_t effort) {
    const uint32_t wanted = formats & library::formats();
    if (!picture || wanted == 0 || !isPicture(*picture))
        return nullptr;
    try {
        const AssertionsAsExceptions guard;
        auto readings = std::make_unique<czxing_readings>(czxing_readings{readAll(*picture, wanted, effort)});
        return readings->found.empty() ? nullptr : readings.release();
    } catch (...) {
        // A picture that the library cannot cope with shows nothing to it.
        return nullptr;
    }
}

size_t czxing_readings_count(const czxing_readings* readings) {
    return readings ? readings->found.size() : 0;
}

void czxing_readings_get(const czxing_readings* readings, size_t index, czxing_reading* reading) {
    const Reading& found = readings->found[index];
    *reading = {};
    reading->format = found.format;
    reading->bytes = found.bytes.data();
    reading->length = found.bytes.size();
    if (found.text) {
        reading->text = found.text->data();
        reading->text_length = found.text->size();
    }
    std::copy(found.corners.begin(), found.corners.end(), reading->corners);
    found.addOn.copy(reading->add_on, sizeof reading->add_on - 1);
    reading->lines = found.lines;
    reading->gs1 = found.gs1;
    reading->inverted = found.inverted;
    reading->mirrored = corners::areMirrored(found.corners);
    if (found.part) {
        reading->has_part = true;
        reading->part_index = found.part->index;
        reading->part_count = found.part->count;
        reading->part_parity = found.part->parity;
    }
}

void czxing_readings_destroy(czxing_readings* readings) {
    delete readings;
}
