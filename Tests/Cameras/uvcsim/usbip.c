// The camera's side of USB/IP, as the kernel's vhci_hcd speaks it over a socket.
#include "uvcsim.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SUBMIT = 1, UNLINK, SUBMITTED, UNLINKED };

struct message {
    uint32_t command, sequence, device, direction, endpoint;
    union {
        struct {
            uint32_t flags, length, start, packets, interval;
            uint8_t setup[8];
        } submit;
        struct {
            uint32_t status, actual, start, packets, errors;
            uint8_t unused[8];
        } submitted;
        struct {
            uint32_t sequence;
            uint8_t unused[24];
        } unlink;
        struct {
            uint32_t status;
            uint8_t unused[24];
        } unlinked;
    } body;
};

static int receive(const struct camera* camera, void* to, size_t count) {
    uint8_t* place = to;
    while (count) {
        ssize_t got = read(camera->socket, place, count);
        if (got < 0 && errno == EINTR && !is_ended)
            continue;
        if (got <= 0)
            return -1;
        place += got;
        count -= (size_t)got;
    }
    return 0;
}

static int transmit(const struct camera* camera, const void* from, size_t count) {
    const uint8_t* place = from;
    while (count) {
        ssize_t went = send(camera->socket, place, count, MSG_NOSIGNAL);
        if (went < 0 && errno == EINTR && !is_ended)
            continue;
        if (went <= 0)
            return -1;
        place += went;
        count -= (size_t)went;
    }
    return 0;
}

int reply(const struct camera* camera, uint32_t sequence, int status, const void* data, size_t size, size_t actual) {
    static uint8_t out[sizeof(struct message) + PAYLOAD];
    struct message message = {.command = htonl(SUBMITTED), .sequence = htonl(sequence)};
    message.body.submitted.status = htonl((uint32_t)status);
    message.body.submitted.actual = htonl((uint32_t)actual);
    memcpy(out, &message, sizeof message);
    if (size)
        memcpy(out + sizeof message, data, size);
    return transmit(camera, out, sizeof message + size);
}

// Takes back the request of that number; 0 when it was answered already.
static int unlink_pending(struct camera* camera, uint32_t sequence) {
    for (int i = 0; i < camera->pending_count; i++) {
        if (camera->pending[i].sequence != sequence)
            continue;
        camera->pending_count--;
        memmove(&camera->pending[i], &camera->pending[i + 1],
                sizeof camera->pending[0] * (size_t)(camera->pending_count - i));
        return -ECONNRESET;
    }
    return 0;
}

static int take_unlink(struct camera* camera, const struct message* message) {
    int status = unlink_pending(camera, ntohl(message->body.unlink.sequence));
    struct message answer = {.command = htonl(UNLINKED), .sequence = message->sequence};
    answer.body.unlinked.status = htonl((uint32_t)status);
    return transmit(camera, &answer, sizeof answer);
}

int take_message(struct camera* camera) {
    static uint8_t in[65536], out[2048];
    struct message message;
    if (receive(camera, &message, sizeof message) < 0)
        return -1;
    if (ntohl(message.command) == UNLINK)
        return take_unlink(camera, &message);
    if (ntohl(message.command) != SUBMIT)
        return -1;
    uint32_t sequence = ntohl(message.sequence), length = ntohl(message.body.submit.length);
    int is_in = ntohl(message.direction) == 1;
    if (!is_in && (length > sizeof in || receive(camera, in, length) < 0))
        return -1;
    if (ntohl(message.endpoint) == 0) {
        int size = answer_control(camera, message.body.submit.setup, in, out);
        if (size < 0)
            return reply(camera, sequence, size, NULL, 0, 0);
        if (!is_in)
            return reply(camera, sequence, 0, NULL, 0, length);
        size_t given = (size_t)size < length ? (size_t)size : length;
        return reply(camera, sequence, 0, out, given, given);
    }
    if (!is_in || camera->pending_count == MOST_PENDING)
        return reply(camera, sequence, -EPIPE, NULL, 0, 0);
    camera->pending[camera->pending_count].sequence = sequence;
    camera->pending[camera->pending_count++].length = length;
    return 0;
}

static void give_up(const char* what) {
    fprintf(stderr, "uvcsim: %s: %s\n", what, strerror(errno));
    exit(1);
}

void attach(struct camera* camera) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
        give_up("socketpair");
    camera->socket = ends[0];
    int file = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    if (file < 0)
        give_up("vhci_hcd.0/attach (is the module vhci-hcd loaded?)");
    // The first free one of the high-speed ports.
    for (int port = 0; port < 8; port++) {
        char line[64];
        int size = snprintf(line, sizeof line, "%d %d %d %d", port, ends[1], 0x10002 + port, 3);
        if (write(file, line, (size_t)size) == size) {
            close(file);
            close(ends[1]);
            return;
        }
    }
    give_up("no port is free");
}
