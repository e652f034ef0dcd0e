#include "CV4LConvert.h"

#include <errno.h>
#include <limits.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <libv4l-plugin.h>
#include <libv4lconvert.h>

struct cv4lconvert {
    struct v4lconvert_data* library;
    uint32_t format;
};

/// The library asks a device what it offers: here is one that offers a single format in any size, and nothing else. So
/// it neither touches the real one nor corrects its picture.
static int pretend(void* private, int device, unsigned long request, void* argument) {
    (void)device;
    const struct cv4lconvert* converter = private;
    if (request == VIDIOC_QUERYCAP) {
        struct v4l2_capability* capability = argument;
        memset(capability, 0, sizeof *capability);
        capability->capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        return 0;
    }
    if (request == VIDIOC_ENUM_FMT) {
        struct v4l2_fmtdesc* description = argument;
        if (description->index == 0) {
            description->pixelformat = converter->format;
            return 0;
        }
    }
    if (request == VIDIOC_TRY_FMT) {
        struct v4l2_format* format = argument;
        if (format->fmt.pix.pixelformat == converter->format) {
            return 0;
        }
    }
    errno = EINVAL;
    return -1;
}

static void* init(int device) {
    (void)device;
    return NULL;
}
static void end(void* private) {
    (void)private;
}
static ssize_t no_read(void* private, int device, void* buffer, size_t length) {
    (void)private, (void)device, (void)buffer, (void)length;
    errno = EINVAL;
    return -1;
}
static ssize_t no_write(void* private, int device, const void* buffer, size_t length) {
    (void)private, (void)device, (void)buffer, (void)length;
    errno = EINVAL;
    return -1;
}

static const struct libv4l_dev_ops operations = {
    .init = init,
    .close = end,
    .ioctl = pretend,
    .read = no_read,
    .write = no_write,
};

static struct v4l2_format picture(uint32_t format, uint32_t width, uint32_t height, uint32_t stride, uint32_t count) {
    struct v4l2_format result = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    result.fmt.pix.pixelformat = format;
    result.fmt.pix.width = width;
    result.fmt.pix.height = height;
    result.fmt.pix.bytesperline = stride;
    result.fmt.pix.sizeimage = count;
    result.fmt.pix.field = V4L2_FIELD_NONE;
    return result;
}

struct cv4lconvert* cv4lconvert_create(uint32_t format) {
    // The first two are decoded by a process of the library's own; of the others it writes past the end of its target.
    if (format == V4L2_PIX_FMT_OV511 || format == V4L2_PIX_FMT_OV518 || format == V4L2_PIX_FMT_HSV24 ||
        format == V4L2_PIX_FMT_HSV32) {
        return NULL;
    }
    struct cv4lconvert* converter = calloc(1, sizeof *converter);
    if (!converter) {
        return NULL;
    }
    converter->format = format;
    converter->library = v4lconvert_create_with_dev_ops(-1, converter, &operations);
    if (converter->library) {
        struct v4l2_format target = picture(V4L2_PIX_FMT_YUV420, 640, 480, 0, 0);
        struct v4l2_format source = {0};
        if (v4lconvert_try_format(converter->library, &target, &source) == 0 &&
            target.fmt.pix.pixelformat == V4L2_PIX_FMT_YUV420 && source.fmt.pix.pixelformat == format) {
            return converter;
        }
    }
    cv4lconvert_destroy(converter);
    return NULL;
}

void cv4lconvert_destroy(struct cv4lconvert* converter) {
    if (!converter) {
        return;
    }
    if (converter->library) {
        v4lconvert_destroy(converter->library);
    }
    free(converter);
}

int cv4lconvert_convert(struct cv4lconvert* converter, const struct cv4lconvert_picture* from, uint32_t width,
                        uint32_t height, void* target, size_t capacity) {
    if (from->count > INT_MAX || capacity > INT_MAX) {
        errno = EINVAL;
        return -1;
    }
    struct v4l2_format source = picture(from->format, from->width, from->height, from->stride, (uint32_t)from->count);
    struct v4l2_format wanted = picture(V4L2_PIX_FMT_YUV420, width, height, width, (uint32_t)capacity);
    // The library only reads the source, though its type does not say so.
    int written = v4lconvert_convert(converter->library, &source, &wanted, (unsigned char*)from->bytes,
                                     (int)from->count, target, (int)capacity);
    return written < 0 ? -1 : 0;
}

const char* cv4lconvert_message(struct cv4lconvert* converter) {
    return v4lconvert_get_error_message(converter->library);
}
