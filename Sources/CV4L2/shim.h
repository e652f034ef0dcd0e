#pragma once

/// The kernel's interface to cameras, and what of it Swift cannot import: its calls and its pixel formats are macros
/// with arguments. Nothing is linked.

#include <errno.h>
#include <linux/videodev2.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/time.h>

/// A call on an open device, repeated while a signal interrupts it: −1 and errno on failure.
static inline int cv4l2_call(int device, unsigned long request, void* argument) {
    int result;
    do {
        result = ioctl(device, request, argument);
    } while (result == -1 && errno == EINTR);
    return result;
}

/// The device's capabilities. `device_caps` are those of this very node.
static inline int cv4l2_querycap(int device, struct v4l2_capability* capability) {
    return cv4l2_call(device, VIDIOC_QUERYCAP, capability);
}

static inline int cv4l2_enum_fmt(int device, struct v4l2_fmtdesc* format) {
    return cv4l2_call(device, VIDIOC_ENUM_FMT, format);
}
static inline int cv4l2_enum_framesizes(int device, struct v4l2_frmsizeenum* size) {
    return cv4l2_call(device, VIDIOC_ENUM_FRAMESIZES, size);
}
static inline int cv4l2_enum_frameintervals(int device, struct v4l2_frmivalenum* interval) {
    return cv4l2_call(device, VIDIOC_ENUM_FRAMEINTERVALS, interval);
}

static inline int cv4l2_g_fmt(int device, struct v4l2_format* format) {
    return cv4l2_call(device, VIDIOC_G_FMT, format);
}
static inline int cv4l2_s_fmt(int device, struct v4l2_format* format) {
    return cv4l2_call(device, VIDIOC_S_FMT, format);
}
static inline int cv4l2_try_fmt(int device, struct v4l2_format* format) {
    return cv4l2_call(device, VIDIOC_TRY_FMT, format);
}
static inline int cv4l2_g_parm(int device, struct v4l2_streamparm* parameters) {
    return cv4l2_call(device, VIDIOC_G_PARM, parameters);
}
static inline int cv4l2_s_parm(int device, struct v4l2_streamparm* parameters) {
    return cv4l2_call(device, VIDIOC_S_PARM, parameters);
}

static inline int cv4l2_reqbufs(int device, struct v4l2_requestbuffers* buffers) {
    return cv4l2_call(device, VIDIOC_REQBUFS, buffers);
}
static inline int cv4l2_querybuf(int device, struct v4l2_buffer* buffer) {
    return cv4l2_call(device, VIDIOC_QUERYBUF, buffer);
}
static inline int cv4l2_qbuf(int device, struct v4l2_buffer* buffer) {
    return cv4l2_call(device, VIDIOC_QBUF, buffer);
}
static inline int cv4l2_dqbuf(int device, struct v4l2_buffer* buffer) {
    return cv4l2_call(device, VIDIOC_DQBUF, buffer);
}
static inline int cv4l2_streamon(int device) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return cv4l2_call(device, VIDIOC_STREAMON, &type);
}
static inline int cv4l2_streamoff(int device) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return cv4l2_call(device, VIDIOC_STREAMOFF, &type);
}

static inline int cv4l2_enuminput(int device, struct v4l2_input* input) {
    return cv4l2_call(device, VIDIOC_ENUMINPUT, input);
}
static inline int cv4l2_g_input(int device, int* index) {
    return cv4l2_call(device, VIDIOC_G_INPUT, index);
}
static inline int cv4l2_s_input(int device, int index) {
    return cv4l2_call(device, VIDIOC_S_INPUT, &index);
}

static inline int cv4l2_queryctrl(int device, struct v4l2_queryctrl* control) {
    return cv4l2_call(device, VIDIOC_QUERYCTRL, control);
}
static inline int cv4l2_query_ext_ctrl(int device, struct v4l2_query_ext_ctrl* control) {
    return cv4l2_call(device, VIDIOC_QUERY_EXT_CTRL, control);
}
static inline int cv4l2_querymenu(int device, struct v4l2_querymenu* item) {
    return cv4l2_call(device, VIDIOC_QUERYMENU, item);
}
static inline int cv4l2_g_ctrl(int device, struct v4l2_control* control) {
    return cv4l2_call(device, VIDIOC_G_CTRL, control);
}
static inline int cv4l2_s_ctrl(int device, struct v4l2_control* control) {
    return cv4l2_call(device, VIDIOC_S_CTRL, control);
}

/// Which value of a control of rectangles is read.
enum { CV4L2_CURRENT = 0, CV4L2_MAXIMUM = 0x0f030000 };
/// The kind of a control of rectangles, and the two that a USB camera has for its region of interest; older headers
/// do not know them.
enum { CV4L2_RECTANGLES = 0x0107, CV4L2_REGION = 0x00981ae1, CV4L2_REGION_USES = 0x00981ae2 };

static inline struct v4l2_ext_controls cv4l2_one_control(uint32_t which, struct v4l2_ext_control* control) {
    struct v4l2_ext_controls controls = {.count = 1, .controls = control};
    controls.which = which;
    return controls;
}
/// Reads a control of rectangles.
static inline int cv4l2_g_rectangle(int device, uint32_t id, uint32_t which, struct v4l2_rect* rectangle) {
    struct v4l2_ext_control control = {.id = id, .size = sizeof *rectangle};
    control.ptr = rectangle;
    struct v4l2_ext_controls controls = cv4l2_one_control(which, &control);
    return cv4l2_call(device, VIDIOC_G_EXT_CTRLS, &controls);
}
/// Sets a control of rectangles.
static inline int cv4l2_s_rectangle(int device, uint32_t id, const struct v4l2_rect* rectangle) {
    struct v4l2_rect wanted = *rectangle;
    struct v4l2_ext_control control = {.id = id, .size = sizeof wanted};
    control.ptr = &wanted;
    struct v4l2_ext_controls controls = cv4l2_one_control(CV4L2_CURRENT, &control);
    return cv4l2_call(device, VIDIOC_S_EXT_CTRLS, &controls);
}
/// Reads a control's number, of 64 bits if it is `wide`.
static inline int cv4l2_g_number(int device, uint32_t id, int wide, int64_t* value) {
    struct v4l2_ext_control control = {.id = id};
    struct v4l2_ext_controls controls = cv4l2_one_control(CV4L2_CURRENT, &control);
    int result = cv4l2_call(device, VIDIOC_G_EXT_CTRLS, &controls);
    *value = wide ? control.value64 : control.value;
    return result;
}
/// Sets a control's number; `*value` is what the driver made of it.
static inline int cv4l2_s_number(int device, uint32_t id, int wide, int64_t* value) {
    struct v4l2_ext_control control = {.id = id};
    if (wide)
        control.value64 = *value;
    else
        control.value = (int32_t)*value;
    struct v4l2_ext_controls controls = cv4l2_one_control(CV4L2_CURRENT, &control);
    int result = cv4l2_call(device, VIDIOC_S_EXT_CTRLS, &controls);
    *value = wide ? control.value64 : control.value;
    return result;
}

static inline int cv4l2_g_selection(int device, struct v4l2_selection* selection) {
    return cv4l2_call(device, VIDIOC_G_SELECTION, selection);
}
static inline int cv4l2_s_selection(int device, struct v4l2_selection* selection) {
    return cv4l2_call(device, VIDIOC_S_SELECTION, selection);
}

/// Four letters as the kernel writes a pixel format.
static inline uint32_t cv4l2_fourcc(char first, char second, char third, char fourth) {
    return v4l2_fourcc(first, second, third, fourth);
}
