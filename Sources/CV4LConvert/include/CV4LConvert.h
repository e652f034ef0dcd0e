#ifndef CV4LCONVERT_H
#define CV4LCONVERT_H

/// libv4lconvert, without a device: pictures of formats that are known to it alone become planar 4:2:0.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A converter; one thread at a time.
struct cv4lconvert;

/// A picture as a driver gives it.
struct cv4lconvert_picture {
    /// The kernel's code of the pixel format.
    uint32_t format;
    uint32_t width;
    uint32_t height;
    /// Bytes from row to row.
    uint32_t stride;
    const void* bytes;
    size_t count;
};

/// A converter from `format`; NULL when the library does not convert it to planar 4:2:0, or without memory.
struct cv4lconvert* cv4lconvert_create(uint32_t format);
void cv4lconvert_destroy(struct cv4lconvert* converter);
/// Converts to planes of `width` × `height` without padding (YU12), cutting what is beyond: 0, or −1.
int cv4lconvert_convert(struct cv4lconvert* converter, const struct cv4lconvert_picture* picture, uint32_t width,
                        uint32_t height, void* target, size_t capacity);
/// What the last failure was, in the library's words.
const char* cv4lconvert_message(struct cv4lconvert* converter);

#endif
