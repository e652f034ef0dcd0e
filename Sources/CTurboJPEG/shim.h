#pragma once
#include <turbojpeg.h>
#if __has_include(<jconfig.h>)
#include <jconfig.h>
#endif

/// The version that this was built with, as 2001005 for 2.1.5; the library does not tell its own. 0: not known.
static inline int cturbojpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION_NUMBER
    return LIBJPEG_TURBO_VERSION_NUMBER;
#else
    return 0;
#endif
}
