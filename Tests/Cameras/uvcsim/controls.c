// What the camera answers on its control endpoint.
#include "uvcsim.h"

#include <errno.h>
#include <string.h>

enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };

static struct format* chosen_format(struct camera* camera, const uint8_t* settings) {
    int index = settings[2];
    return &camera->formats[index >= 1 && index <= camera->format_count ? index - 1 : 0];
}

struct picture* chosen_picture(struct camera* camera, const uint8_t* settings) {
    struct format* format = chosen_format(camera, settings);
    int index = settings[3];
    return &format->pictures[index >= 1 && index <= format->count ? index - 1 : 0];
}

void settle(const struct camera* camera, uint8_t* settings) {
    if (settings[2] < 1 || settings[2] > camera->format_count)
        settings[2] = 1;
    const struct format* format = &camera->formats[settings[2] - 1];
    if (settings[3] < 1 || settings[3] > format->count)
        settings[3] = 1;
    const struct picture* picture = &format->pictures[settings[3] - 1];
    uint32_t interval = 10000000 / camera->rate, size = largest_frame(picture, format->kind), payload = PAYLOAD;
    memcpy(settings + 4, &interval, 4);
    memcpy(settings + 18, &size, 4);
    memcpy(settings + 22, &payload, 4);
}

static int answer_settings(struct camera* camera, uint8_t* settings, uint8_t request, const uint8_t* in, size_t length,
                           uint8_t* out) {
    switch (request) {
    case SET_CUR:
        memcpy(settings, in, length < SETTINGS ? length : SETTINGS);
        settle(camera, settings);
        if (settings == camera->commit)
            camera->sending = NULL;
        return 0;
    case GET_CUR:
    case GET_MIN:
    case GET_MAX:
    case GET_DEF:
        memcpy(out, settings, SETTINGS);
        settle(camera, out);
        return SETTINGS;
    case GET_LEN:
        out[0] = SETTINGS;
        out[1] = 0;
        return 2;
    case GET_INFO:
        out[0] = 3;
        return 1;
    default:
        return -EPIPE;
    }
}

static int answer_brightness(struct camera* camera, uint8_t request, const uint8_t* in, uint8_t* out) {
    int value;
    switch (request) {
    case SET_CUR:
        camera->brightness = (int16_t)(in[0] | in[1] << 8);
        return 0;
    case GET_CUR:
        value = camera->brightness;
        break;
    case GET_MIN:
        value = 0;
        break;
    case GET_MAX:
        value = 255;
        break;
    case GET_RES:
        value = 1;
        break;
    case GET_LEN:
        value = 2;
        break;
    case GET_INFO:
        out[0] = 3;
        return 1;
    case GET_DEF:
        value = 128;
        break;
    default:
        return -EPIPE;
    }
    out[0] = (uint8_t)value;
    out[1] = (uint8_t)(value >> 8);
    return 2;
}

static int describe_string(uint8_t* out, const char* text) {
    int size = 2;
    for (; *text && size < 254; text++) {
        out[size++] = (uint8_t)*text;
        out[size++] = 0;
    }
    out[0] = (uint8_t)size;
    out[1] = 3;
    return size;
}

static int answer_descriptor(const struct camera* camera, unsigned type, unsigned index, uint8_t* out) {
    static const uint8_t device[] = {18, 1, 0, 2, 0xef, 2, 1, 64, 0x09, 0x12, 1, 0, 0, 1, 1, 2, 3, 1};
    static const uint8_t languages[] = {4, 3, 9, 4};
    switch (type) {
    case 1:
        memcpy(out, device, sizeof device);
        return sizeof device;
    case 2:
        memcpy(out, camera->configuration, camera->configuration_size);
        return (int)camera->configuration_size;
    case 3:
        if (index == 0) {
            memcpy(out, languages, sizeof languages);
            return sizeof languages;
        }
        return describe_string(out, index == 1 ? "overlayd" : index == 2 ? camera->product : camera->serial);
    default:
        return -EPIPE;
    }
}

int answer_control(struct camera* camera, const uint8_t* setup, const uint8_t* in, uint8_t* out) {
    unsigned value = setup[2] | setup[3] << 8, index = setup[4] | setup[5] << 8, length = setup[6] | setup[7] << 8;
    uint8_t request = setup[1];
    switch (setup[0] << 8 | request) {
    case 0x8006: // get descriptor
        return answer_descriptor(camera, value >> 8, value & 255, out);
    case 0x8000: // get status: of the device, an interface, an endpoint
    case 0x8100:
    case 0x8200:
        out[0] = out[1] = 0;
        return 2;
    case 0x8008: // get configuration
        out[0] = 1;
        return 1;
    case 0x810a: // get interface
        out[0] = 0;
        return 1;
    case 0x0009: // set configuration, set interface, clear and set feature
    case 0x010b:
    case 0x0001:
    case 0x0201:
    case 0x0003:
        return 0;
    }
    if ((setup[0] & 0x7f) != 0x21)
        return -EPIPE;
    if ((index & 255) == 1 && (value >> 8 == 1 || value >> 8 == 2))
        return answer_settings(camera, value >> 8 == 1 ? camera->probe : camera->commit, request, in, length, out);
    if (index == 0x0200 && value >> 8 == 2)
        return answer_brightness(camera, request, in, out);
    if (index == 0 && value >> 8 == 2 && request == GET_CUR) { // the last error: none
        out[0] = 0;
        return 1;
    }
    return -EPIPE;
}
