#include "Interface.hpp"

#if ZXING_INTERFACE == 2

#include "Translation.hpp"

#include <ReadBarcode.h>

namespace {
using ZXing::BarcodeFormat;

const auto table = translation::withCommon<BarcodeFormat>({
    {CZXING_DATABAR, BarcodeFormat::DataBar}, {CZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExpanded},
        {CZXING_DX_FILM_EDGE, BarcodeFormat::DXFilmEdge}, {CZXING_RMQR_CODE, BarcodeFormat::RMQRCode},
#if ZXING_VERSION_MINOR >= 3
        {CZXING_DATABAR_LIMITED, BarcodeFormat::DataBarLimited},
#endif
});

ZXing::ReaderOptions options(uint32_t formats, uint32_t effort, bool addOns) {
    ZXing::ReaderOptions options;
    options.setFormats(translation::bits<ZXing::BarcodeFormats>(table, formats));
    options.setTryHarder(effort & CZXING_HARDER);
    options.setTryRotate(effort & CZXING_TURNED);
    options.setTryInvert(false);
    options.setTryDownscale(effort & CZXING_REDUCED);
    options.setBinarizer(effort & CZXING_ONE_THRESHOLD ? ZXing::Binarizer::GlobalHistogram
                                                       : ZXing::Binarizer::LocalAverage);
    options.setTryCode39ExtendedMode(false);
    options.setEanAddOnSymbol(addOns ? ZXing::EanAddOnSymbol::Read : ZXing::EanAddOnSymbol::Ignore);
    options.setTextMode(ZXing::TextMode::Plain);
    return options;
}
} // namespace

const char* library::version() {
    return ZXING_VERSION_TEXT(ZXING_VERSION_MAJOR, ZXING_VERSION_MINOR, ZXING_VERSION_PATCH);
}

uint32_t library::formats() {
    return translation::allOf(table);
}

uint32_t library::formatsInTheMiddle() {
    return 0;
}

uint32_t library::formatsNearlyLevel() {
    return CZXING_PDF417;
}

std::vector<Reading> library::read(const czxing_picture& picture, uint32_t formats, uint32_t effort, bool addOns) {
    const ZXing::ImageView view(picture.pixels, picture.width, picture.height, ZXing::ImageFormat::Lum,
                                static_cast<int>(picture.stride));
    return translation::readings(ZXing::ReadBarcodes(view, options(formats, effort, addOns)), table);
}

#endif
