#include "Interface.hpp"

#if ZXING_INTERFACE == 1

#define ZX_USE_UTF8
#include "Assertions.hpp"
#include "Translation.hpp"

#include <ReadBarcode.h>

namespace {
using ZXing::BarcodeFormat;

/// DataBar is not among them: its reader ends the process on ordinary pictures.
const auto table = translation::withCommon<BarcodeFormat>({});

ZXing::DecodeHints hints(uint32_t formats, uint32_t effort, bool addOns) {
    ZXing::DecodeHints hints;
    hints.setFormats(translation::bits<ZXing::BarcodeFormats>(table, formats));
    hints.setTryHarder(effort & CZXING_HARDER);
    hints.setTryRotate(effort & CZXING_TURNED);
    hints.setTryDownscale(effort & CZXING_REDUCED);
    hints.setBinarizer(effort & CZXING_ONE_THRESHOLD ? ZXing::Binarizer::GlobalHistogram
                                                     : ZXing::Binarizer::LocalAverage);
    hints.setReturnCodabarStartEnd(true);
    hints.setEanAddOnSymbol(addOns ? ZXing::EanAddOnSymbol::Read : ZXing::EanAddOnSymbol::Ignore);
    return hints;
}

std::vector<Reading> scan(const czxing_picture& picture, const ZXing::DecodeHints& hints) {
    const ZXing::ImageView view(picture.pixels, picture.width, picture.height, ZXing::ImageFormat::Lum,
                                static_cast<int>(picture.stride));
    return translation::readings(ZXing::ReadBarcodes(view, hints), table);
}

} // namespace

const char* library::version() {
    return ZXING_VERSION_TEXT(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}

uint32_t library::formats() {
    return translation::allOf(table);
}

uint32_t library::formatsInTheMiddle() {
    return CZXING_DATA_MATRIX | CZXING_AZTEC;
}

uint32_t library::formatsNearlyLevel() {
    return CZXING_PDF417 | CZXING_AZTEC | CZXING_DATA_MATRIX;
}

std::vector<Reading> library::read(const czxing_picture& picture, uint32_t formats, uint32_t effort, bool addOns) {
    std::vector<Reading> readings;
    /// Whether the library came to an end with it.
    const auto append = [&](uint32_t formats, uint32_t effort, uint8_t most) {
        auto wanted = hints(formats, effort, addOns);
        wanted.setMaxNumberOfSymbols(most);
        try {
            const auto found = scan(picture, wanted);
            readings.insert(readings.end(), found.begin(), found.end());
            return true;
        } catch (const BrokenAssertion&) {
            return false;
        }
    };
    if (const uint32_t bars = formats & symbologies::linear) {
        // Bars that are read at two sizes, in rows and in columns or twice in the picture are compared with each other,
        // which breaks an assertion about the number of their lines: then only the first are looked for.
        const uint32_t atOneSize = effort & ~CZXING_REDUCED;
        if (!append(bars, atOneSize, UINT8_MAX))
            append(bars, atOneSize, 1);
    }
    if (const uint32_t others = formats & ~symbologies::linear)
        append(others, effort, UINT8_MAX);
    return readings;
}

#endif
