#pragma once
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <tiffio.h>

/// A TIFF file in memory, and the first error that libtiff reported about it.
struct ctiff_source {
    const uint8_t* bytes;
    uint64_t length;
    uint64_t position;
    char message[256];
};

static inline tmsize_t ctiff_read(thandle_t handle, void* target, tmsize_t wanted) {
    struct ctiff_source* source = (struct ctiff_source*)handle;
    if (wanted <= 0 || source->position >= source->length)
        return 0;
    uint64_t rest = source->length - source->position;
    uint64_t count = (uint64_t)wanted < rest ? (uint64_t)wanted : rest;
    memcpy(target, source->bytes + source->position, count);
    source->position += count;
    return (tmsize_t)count;
}

static inline tmsize_t ctiff_write(thandle_t handle, void* bytes, tmsize_t length) {
    (void)handle, (void)bytes, (void)length;
    return -1;
}

static inline toff_t ctiff_seek(thandle_t handle, toff_t offset, int whence) {
    struct ctiff_source* source = (struct ctiff_source*)handle;
    if (whence == SEEK_CUR)
        offset += source->position;
    else if (whence == SEEK_END)
        offset += source->length;
    return source->position = offset;
}

static inline int ctiff_close(thandle_t handle) {
    (void)handle;
    return 0;
}

static inline toff_t ctiff_length(thandle_t handle) {
    return ((struct ctiff_source*)handle)->length;
}

static inline int ctiff_error(TIFF* tiff, void* user, const char* module, const char* format, va_list arguments) {
    (void)tiff, (void)module;
    struct ctiff_source* source = (struct ctiff_source*)user;
    if (source->message[0] == 0)
        vsnprintf(source->message, sizeof source->message, format, arguments);
    return 1;
}

static inline int ctiff_warning(TIFF* tiff, void* user, const char* module, const char* format, va_list arguments) {
    (void)tiff, (void)user, (void)module, (void)format, (void)arguments;
    return 1;
}

/// Opens the file; `source` must outlive the handle. No single allocation of libtiff is larger than `largest` bytes.
static inline TIFF* ctiff_open(struct ctiff_source* source, tmsize_t largest) {
    TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
    if (!options)
        return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, largest);
    TIFFOpenOptionsSetErrorHandlerExtR(options, ctiff_error, source);
    TIFFOpenOptionsSetWarningHandlerExtR(options, ctiff_warning, source);
    TIFF* tiff = TIFFClientOpenExt("memory", "rm", (thandle_t)source, ctiff_read, ctiff_write, ctiff_seek, ctiff_close,
                                   ctiff_length, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}

/// Width, height and the orientation tag (1 where the file has none); 0 when the file does not say its size.
static inline int ctiff_shape(TIFF* tiff, uint32_t* width, uint32_t* height, uint16_t* orientation) {
    if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, height))
        return 0;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, orientation);
    return 1;
}
