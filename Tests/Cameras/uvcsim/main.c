// uvcsim [-n NAME] [-s SERIAL] [-f RATE] [--mjpeg WxH:FILE.jpg]… [--yuyv WxH:FILE]…
//
// Plugs in a USB camera of software (uvcsim.h) that sees the content of these files, at so many frames a second. TERM
// unplugs it; USR1 freezes it, and thaws it; USR2 makes its transfers fail, and heals them. Needs root, and the
// kernel's modules vhci-hcd and uvcvideo.
#include "uvcsim.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t is_ended, is_frozen, is_failing;

static void take_signal(int signal) {
    if (signal == SIGUSR1)
        is_frozen = !is_frozen;
    else if (signal == SIGUSR2)
        is_failing = !is_failing;
    else
        is_ended = 1;
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void refuse(const char* what, const char* got) {
    fprintf(stderr, "uvcsim: %s, got %s; see the head of main.c\n", what, got);
    exit(64);
}

static void add_picture(struct camera* camera, enum kind kind, const char* text) {
    struct format* format = NULL;
    for (int i = 0; i < camera->format_count; i++)
        if (camera->formats[i].kind == kind)
            format = &camera->formats[i];
    if (!format) {
        format = &camera->formats[camera->format_count++];
        format->kind = kind;
    }
    const char* colon = strchr(text, ':');
    struct picture picture = {0};
    if (!colon || sscanf(text, "%ux%u:", &picture.width, &picture.height) != 2 || format->count == MOST_PICTURES)
        refuse("wanted WxH:FILE, eight times at most", text);
    picture.path = colon + 1;
    refresh(&picture);
    if (!picture.data)
        refuse("wanted a file that can be read", picture.path);
    format->pictures[format->count++] = picture;
}

static void read_arguments(struct camera* camera, int count, char** words) {
    for (int i = 1; i < count; i += 2) {
        const char *option = words[i], *value = words[i + 1];
        if (i + 1 == count)
            refuse("wanted a value behind each option", option);
        else if (!strcmp(option, "-n"))
            camera->product = value;
        else if (!strcmp(option, "-s"))
            camera->serial = value;
        else if (!strcmp(option, "-f"))
            camera->rate = (unsigned)atoi(value);
        else if (!strcmp(option, "--mjpeg"))
            add_picture(camera, MJPEG, value);
        else if (!strcmp(option, "--yuyv"))
            add_picture(camera, YUYV, value);
        else
            refuse("wanted an option", option);
    }
    if (camera->rate < 1 || camera->rate > 240)
        refuse("wanted a rate from 1 to 240", "another");
    if (!camera->format_count)
        refuse("wanted a picture", "none");
}

static int milliseconds_until_due(const struct camera* camera) {
    if (!camera->pending_count || is_frozen)
        return 1000;
    double seconds = camera->due - now();
    return seconds <= 0 ? 0 : (int)(seconds * 1000) + 1;
}

int main(int count, char** words) {
    static struct camera camera = {.product = "Test camera", .serial = "0001", .rate = 30, .brightness = 128};
    read_arguments(&camera, count, words);
    describe(&camera);
    settle(&camera, camera.probe);
    settle(&camera, camera.commit);
    struct sigaction action = {.sa_handler = take_signal};
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGUSR1, &action, NULL);
    sigaction(SIGUSR2, &action, NULL);
    attach(&camera);
    while (!is_ended) {
        struct pollfd event = {.fd = camera.socket, .events = POLLIN};
        if (poll(&event, 1, milliseconds_until_due(&camera)) < 0 && errno != EINTR)
            break;
        if (event.revents & (POLLIN | POLLHUP) && take_message(&camera) < 0)
            break;
        if (hand_out(&camera) < 0)
            break;
    }
    close(camera.socket);
    return 0;
}
