#pragma once

#include "Reading.hpp"
#include "SymbolCorners.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

/// What is alike in the library's interfaces, whose types are parameters here.
namespace translation {
/// The interface's name of each symbology that may be asked for.
template <typename Format> using Table = std::vector<std::pair<czxing_format, Format>>;

/// The rows that every interface has, and those that one has besides.
template <typename Format> Table<Format> withCommon(const Table<Format>& others) {
    Table<Format> table = {
        {CZXING_QR_CODE, Format::QRCode},
        {CZXING_MICRO_QR_CODE, Format::MicroQRCode},
        {CZXING_EAN_13, Format::EAN13},
        {CZXING_EAN_8, Format::EAN8},
        {CZXING_UPC_E, Format::UPCE},
        {CZXING_CODE_39, Format::Code39},
        {CZXING_CODE_93, Format::Code93},
        {CZXING_CODE_128, Format::Code128},
        {CZXING_CODABAR, Format::Codabar},
        {CZXING_ITF, Format::ITF},
        {CZXING_DATA_MATRIX, Format::DataMatrix},
        {CZXING_PDF417, Format::PDF417},
        {CZXING_AZTEC, Format::Aztec},
        {CZXING_MAXI_CODE, Format::MaxiCode},
    };
    table.insert(table.end(), others.begin(), others.end());
    return table;
}

template <typename Format> uint32_t allOf(const Table<Format>& table) {
    uint32_t all = 0;
    for (const auto& row : table)
        all |= row.first;
    return all;
}

/// The interface's set of what is in `formats`.
template <typename Formats, typename Format> Formats bits(const Table<Format>& table, uint32_t formats) {
    Formats wanted;
    for (const auto& row : table)
        if (formats & row.first)
            wanted |= row.second;
    return wanted;
}

/// The number that the parts of a set share, where it is one.
inline int number(const std::string& identity) {
    const bool isNumber = !identity.empty() && identity.size() <= 9 &&
                          std::all_of(identity.begin(), identity.end(), [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? std::atoi(identity.c_str()) : 0;
}

/// An add-on stands behind a space.
inline void splitAddOn(Reading& reading) {
    const auto space = std::find(reading.bytes.begin(), reading.bytes.end(), ' ');
    if ((reading.format & symbologies::withAddOns) == 0 || space == reading.bytes.end())
        return;
    reading.addOn.assign(space + 1, reading.bytes.end());
    reading.bytes.erase(space, reading.bytes.end());
}

template <typename Result> Reading reading(const Result& result, czxing_format format) {
    Reading reading{};
    reading.format = format;
    reading.bytes.assign(result.bytes().begin(), result.bytes().end());
    using Content = decltype(result.contentType());
    const Content content = result.contentType();
    if (result.hasECI() && content != Content::Binary && content != Content::UnknownECI)
        reading.text = result.text();
    std::array<czxing_point, 4> around;
    std::transform(result.position().begin(), result.position().end(), around.begin(), [](const auto& corner) {
        return czxing_point{static_cast<double>(corner.x), static_cast<double>(corner.y)};
    });
    reading.corners = corners::ordered(around, format, result.isMirrored());
    reading.lines = std::max(result.lineCount(), 1);
    reading.gs1 = content == Content::GS1;
    if (result.isPartOfSequence())
        reading.part = Part{result.sequenceIndex(), result.sequenceSize(), number(result.sequenceId())};
    splitAddOn(reading);
    return reading;
}

template <typename Results, typename Format>
std::vector<Reading> readings(const Results& results, const Table<Format>& table) {
    std::vector<Reading> readings;
    for (const auto& result : results) {
        const auto isIt = [&](const auto& row) { return row.second == result.format(); };
        const auto row = std::find_if(table.begin(), table.end(), isIt);
        if (result.isValid() && row != table.end())
            readings.push_back(reading(result, row->first));
    }
    return readings;
}
} // namespace translation
