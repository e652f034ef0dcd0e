#ifndef CZXING_H
#define CZXING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// ZXing-C++ behind C: opaque handles, every exception caught. Which interface of the library it was built with, if
/// any, shows in `czxing_version` alone. Any number of threads may read at once.

#ifdef __cplusplus
extern "C" {
#endif

/// A symbology, one bit each.
typedef enum czxing_format {
    CZXING_QR_CODE = 1 << 0,
    CZXING_MICRO_QR_CODE = 1 << 1,
    CZXING_RMQR_CODE = 1 << 2,
    CZXING_EAN_13 = 1 << 3,
    CZXING_EAN_8 = 1 << 4,
    CZXING_UPC_E = 1 << 5,
    CZXING_CODE_39 = 1 << 6,
    CZXING_CODE_93 = 1 << 7,
    CZXING_CODE_128 = 1 << 8,
    CZXING_CODABAR = 1 << 9,
    CZXING_ITF = 1 << 10,
    CZXING_DATABAR = 1 << 11,
    CZXING_DATABAR_EXPANDED = 1 << 12,
    CZXING_DATABAR_LIMITED = 1 << 13,
    CZXING_DATA_MATRIX = 1 << 14,
    CZXING_PDF417 = 1 << 15,
    CZXING_AZTEC = 1 << 16,
    CZXING_MAXI_CODE = 1 << 17,
    CZXING_DX_FILM_EDGE = 1 << 18,
} czxing_format;

/// What a reading may cost, one bit each.
typedef enum czxing_effort {
    /// More lines, and more places where a symbol may begin.
    CZXING_HARDER = 1 << 0,
    /// One-dimensional codes also across the picture's columns, and others in all quarter turns.
    CZXING_TURNED = 1 << 1,
    /// Also light on dark.
    CZXING_INVERTED = 1 << 2,
    /// Also at a part of the size, where the picture is large.
    CZXING_REDUCED = 1 << 3,
    /// Dark and light told apart by one threshold for all instead of one for each place.
    CZXING_ONE_THRESHOLD = 1 << 4,
} czxing_effort;

/// One channel of luma that the caller owns, rows `stride` bytes apart.
typedef struct czxing_picture {
    const uint8_t* pixels;
    int width, height;
    size_t stride;
} czxing_picture;

/// A point in pixels of the picture.
typedef struct czxing_point {
    double x, y;
} czxing_point;

/// What was read. The pointers stay valid as long as the readings that it is of.
typedef struct czxing_reading {
    czxing_format format;
    /// The content as it stands in the symbol: FNC1 between fields is a group separator.
    const uint8_t* bytes;
    size_t length;
    /// The text in UTF-8 where the symbol itself names its character sets, else NULL.
    const char* text;
    size_t text_length;
    /// The symbol's own top-left, bottom-left, bottom-right, top-right.
    czxing_point corners[4];
    /// The digits of an EAN-2 or EAN-5 beside an EAN or UPC, else empty.
    char add_on[8];
    /// Agreeing lines of a one-dimensional code, else 1.
    int lines;
    /// FNC1 stood first.
    bool gs1;
    /// Light on dark.
    bool inverted;
    /// Seen in a mirror.
    bool mirrored;
    /// Part of a set: its place from 0, how many there are (0: the symbol does not say), and what the parts of one set
    /// have in common as a number (0 when it is none).
    bool has_part;
    int part_index, part_count, part_parity;
} czxing_reading;

/// What one picture gave.
typedef struct czxing_readings czxing_readings;

/// The library's version, which stays valid; NULL when it was built without.
const char* czxing_version(void);

/// The symbologies that this version reads and may be asked for, as bits of `czxing_format`; 0 when it was built
/// without.
uint32_t czxing_formats(void);

/// Reads the symbols of `formats` (others than `czxing_formats` are not looked for), whose corners lie in the order
/// that is ours. NULL when there are none, or the picture is none. Ended by `czxing_readings_destroy`.
czxing_readings* czxing_read(const czxing_picture* picture, uint32_t formats, uint32_t effort);

/// How many there are.
size_t czxing_readings_count(const czxing_readings* readings);

/// Fills in the reading at `index`, which is less than the count.
void czxing_readings_get(const czxing_readings* readings, size_t index, czxing_reading* reading);

/// Frees the readings; NULL is allowed.
void czxing_readings_destroy(czxing_readings* readings);

#ifdef __cplusplus
}
#endif

#endif
