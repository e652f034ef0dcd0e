// A USB camera of software: a UVC 1.0 device with bulk streaming, behind the kernel's vhci_hcd, so that the real
// uvcvideo driver serves it as a real /dev/videoN. What it sees are picture files. One camera a process.
#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { MOST_PICTURES = 8, MOST_PENDING = 64, PAYLOAD = 16384, SETTINGS = 26 };
enum kind { MJPEG, YUYV, KINDS };

// What the camera sees in one format and size: the content of a file, read again whenever that changes.
struct picture {
    unsigned width, height;
    const char* path;
    struct timespec changed;
    uint8_t* data;
    size_t size;
};

struct format {
    enum kind kind;
    struct picture pictures[MOST_PICTURES];
    int count;
};

struct camera {
    const char *product, *serial;
    unsigned rate;
    struct format formats[KINDS]; // of which the first `format_count` are offered; their index from 1 is UVC's
    int format_count;
    uint8_t configuration[1024]; // what it tells of itself
    size_t configuration_size;
    uint8_t probe[SETTINGS], commit[SETTINGS]; // UVC's video probe and commit controls
    int brightness;

    int socket; // to the kernel
    struct {
        uint32_t sequence, length;
    } pending[MOST_PENDING]; // requests for a payload that wait for one
    int pending_count;
    struct picture* sending; // NULL between two pictures
    size_t sent;
    uint8_t frame_id;
    double due; // when the next picture is
};

// Set by signals.
extern volatile sig_atomic_t is_ended, is_frozen, is_failing;

double now(void);

// descriptors.c
void describe(struct camera* camera);
unsigned largest_frame(const struct picture* picture, enum kind kind);

// controls.c: the length of the answer to a control request, or a negative errno.
int answer_control(struct camera* camera, const uint8_t* setup, const uint8_t* in, uint8_t* out);
// Makes settings that were asked for ones that it has.
void settle(const struct camera* camera, uint8_t* settings);
struct picture* chosen_picture(struct camera* camera, const uint8_t* settings);

// usbip.c; negative when the connection is over.
void attach(struct camera* camera);
int take_message(struct camera* camera);
int reply(const struct camera* camera, uint32_t sequence, int status, const void* data, size_t size, size_t actual);

// stream.c
void refresh(struct picture* picture);
// Hands out what is due; negative when the connection is over.
int hand_out(struct camera* camera);
