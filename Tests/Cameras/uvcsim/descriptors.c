// What the camera tells of itself; the tables are those of the USB Video Class 1.0.
#include "uvcsim.h"

#include <string.h>

#define BYTES_2(value) (uint8_t)(value), (uint8_t)((value) >> 8)
#define BYTES_4(value) BYTES_2(value), BYTES_2((value) >> 16)
#define APPEND(camera, ...) append(camera, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void append(struct camera* camera, const uint8_t* bytes, size_t count) {
    memcpy(camera->configuration + camera->configuration_size, bytes, count);
    camera->configuration_size += count;
}

// Writes the size of what began at `start` where that tells it.
static void put_size(struct camera* camera, size_t start, size_t place) {
    size_t size = camera->configuration_size - start;
    const uint8_t bytes[] = {BYTES_2(size)};
    memcpy(camera->configuration + start + place, bytes, sizeof bytes);
}

unsigned largest_frame(const struct picture* picture, enum kind kind) {
    return picture->width * picture->height * 2 + (kind == MJPEG ? 65536 : 0);
}

static void describe_control(struct camera* camera) {
    APPEND(camera, 9, 4, 0, 0, 0, 14, 1, 0, 0); // interface 0: video control
    size_t start = camera->configuration_size;
    APPEND(camera, 13, 0x24, 1, BYTES_2(0x0100), 0, 0, BYTES_4(48000000), 1, 1);         // header
    APPEND(camera, 18, 0x24, 2, 1, BYTES_2(0x0201), 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0); // 1: the camera
    APPEND(camera, 11, 0x24, 5, 2, 1, 0, 0, 2, 1, 0, 0);                                 // 2: its brightness
    APPEND(camera, 9, 0x24, 3, 3, BYTES_2(0x0101), 0, 2, 0);                             // 3: out to USB
    put_size(camera, start, 5);
}

static void describe_picture(struct camera* camera, const struct picture* picture, enum kind kind, int index) {
    unsigned interval = 10000000 / camera->rate, size = largest_frame(picture, kind);
    APPEND(camera, 30, 0x24, kind == MJPEG ? 7 : 5, (uint8_t)index, 0, BYTES_2(picture->width),
           BYTES_2(picture->height), BYTES_4(1000000), BYTES_4(200000000), BYTES_4(size), BYTES_4(interval), 1,
           BYTES_4(interval));
}

static void describe_format(struct camera* camera, const struct format* format, int index) {
    uint8_t number = (uint8_t)index, count = (uint8_t)format->count;
    if (format->kind == MJPEG)
        APPEND(camera, 11, 0x24, 6, number, count, 1, 1, 0, 0, 0, 0);
    else
        APPEND(camera, 27, 0x24, 4, number, count, 'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b,
               0x71, 16, 1, 0, 0, 0, 0);
    for (int i = 0; i < format->count; i++)
        describe_picture(camera, &format->pictures[i], format->kind, i + 1);
    APPEND(camera, 6, 0x24, 13, 1, 1, 4); // sRGB, BT.601
}

static void describe_streaming(struct camera* camera) {
    uint8_t count = (uint8_t)camera->format_count;
    APPEND(camera, 9, 4, 1, 0, 1, 14, 2, 0, 0); // interface 1: video streaming
    size_t start = camera->configuration_size;
    APPEND(camera, 13 + count, 0x24, 1, count, 0, 0, 0x81, 0, 3, 0, 0, 0, 1);
    for (int i = 0; i < count; i++)
        APPEND(camera, 0);
    for (int i = 0; i < count; i++)
        describe_format(camera, &camera->formats[i], i + 1);
    put_size(camera, start, 4);
    APPEND(camera, 7, 5, 0x81, 2, BYTES_2(512), 0); // its bulk endpoint
}

void describe(struct camera* camera) {
    camera->configuration_size = 0;
    APPEND(camera, 9, 2, 0, 0, 2, 1, 0, 0x80, 250);
    APPEND(camera, 8, 11, 0, 2, 14, 3, 0, 0); // both interfaces belong together
    describe_control(camera);
    describe_streaming(camera);
    put_size(camera, 0, 2);
}
