#pragma once

/// Which of the library's interfaces there is: 0 none that is known, 1 that of 1.4, 2 that of 2.2 and later.
///
/// The library's own folder is on the search path where its package description was found, and then it is linked too.
#if !__has_include(<ReadBarcode.h>)
#define ZXING_INTERFACE 0
#elif __has_include(<Version.h>) && __has_include(<ReaderOptions.h>)
#include <Version.h>
#elif __has_include(<ZXVersion.h>)
#include <ZXVersion.h>
#endif

#ifndef ZXING_INTERFACE
#if ZXING_VERSION_MAJOR == 2 && ZXING_VERSION_MINOR >= 2
#define ZXING_INTERFACE 2
#elif ZXING_VERSION_MAJOR == 1 && ZXING_VERSION_MINOR >= 4
#define ZXING_INTERFACE 1
#else
#define ZXING_INTERFACE 0
#endif
#endif

#define ZXING_TEXT_OF(number) #number
#define ZXING_VERSION_TEXT(major, minor, patch) ZXING_TEXT_OF(major) "." ZXING_TEXT_OF(minor) "." ZXING_TEXT_OF(patch)
