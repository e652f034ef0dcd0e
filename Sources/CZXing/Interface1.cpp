#include "Interface.hpp"

#if ZXING_INTERFACE == 1

#define ZX_USE_UTF8
#include "Translation.hpp"

#include <ReadBarcode.h>

namespace {
using ZXing::BarcodeFormat;

/// DataBar is not among them: its reader ends the process on ordinary pictures.
const translation::Table<BarcodeFormat> table = {
    {CZXING_QR_CODE, BarcodeFormat::QRCode},
    {CZXING_MICRO_QR_CODE, BarcodeFormat::MicroQRCode},
    {CZXING_EAN_13, BarcodeFormat::EAN13},
    {CZXING_EAN_8, BarcodeFormat::EAN8},
    {CZXING_UPC_E, BarcodeFormat::UPCE},
    {CZXING_CODE_39, BarcodeFormat::Code39},
    {CZXING_CODE_93, BarcodeFormat::Code93},
    {CZXING_CODE_128, BarcodeFormat::Code128},
    {CZXING_CODABAR, BarcodeFormat::Codabar},
    {CZXING_ITF, BarcodeFormat::ITF},
    {CZXING_DATA_MATRIX, BarcodeFormat::DataMatrix},
    {CZXING_PDF417, BarcodeFormat::PDF417},
    {CZXING_AZTEC, BarcodeFormat::Aztec},
    {CZXING_MAXI_CODE, BarcodeFormat::MaxiCode},
};

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
} // namespace

const char* library::version() {
    return ZXING_VERSION_TEXT(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}

uint32_t library::formats() {
    return translation::allOf(table);
}

std::vector<Reading> library::read(const czxing_picture& picture, uint32_t formats, uint32_t effort, bool addOns) {
    const ZXing::ImageView view(picture.pixels, picture.width, picture.height, ZXing::ImageFormat::Lum,
                                static_cast<int>(picture.stride));
    std::vector<Reading> readings;
    const auto append = [&](uint32_t formats, uint32_t effort) {
        if (formats == 0)
            return;
        const auto found = translation::readings(ZXing::ReadBarcodes(view, hints(formats, effort, addOns)), table);
        readings.insert(readings.end(), found.begin(), found.end());
    };
    // Bars that are read at two sizes end the process, by an assertion about the number of their lines.
    append(formats & symbologies::linear, effort & ~CZXING_REDUCED);
    append(formats & ~symbologies::linear, effort);
    return readings;
}

#endif
