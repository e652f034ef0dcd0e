#include "Interface.hpp"
#include "Reading.hpp"

#if ZXING_INTERFACE == 0

const char* library::version() {
    return nullptr;
}

uint32_t library::formats() {
    return 0;
}

uint32_t library::formatsInTheMiddle() {
    return 0;
}

uint32_t library::formatsNearlyLevel() {
    return 0;
}

std::vector<Reading> library::read(const czxing_picture&, uint32_t, uint32_t, bool) {
    return {};
}

#endif
