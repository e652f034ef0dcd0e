// The pictures, handed out in payloads at the camera's pace.
#include "uvcsim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void refresh(struct picture* picture) {
    struct stat about;
    if (stat(picture->path, &about) < 0)
        return;
    size_t size = (size_t)about.st_size;
    if (picture->data && picture->size == size && picture->changed.tv_sec == about.st_mtim.tv_sec &&
        picture->changed.tv_nsec == about.st_mtim.tv_nsec)
        return;
    int file = open(picture->path, O_RDONLY);
    if (file < 0)
        return;
    uint8_t* data = malloc(size + 1);
    ssize_t got = data ? read(file, data, size) : -1;
    close(file);
    if (got < 0) {
        free(data);
        return;
    }
    free(picture->data);
    picture->data = data;
    picture->size = (size_t)got;
    picture->changed = about.st_mtim;
}

// Whether there is a picture to send, now.
static int has_picture(struct camera* camera) {
    if (camera->sending)
        return 1;
    double time = now(), pause = 1.0 / camera->rate;
    if (is_frozen || time < camera->due)
        return 0;
    camera->due = camera->due + pause < time ? time + pause : camera->due + pause;
    camera->sending = chosen_picture(camera, camera->commit);
    refresh(camera->sending);
    camera->sent = 0;
    camera->frame_id ^= 1;
    return 1;
}

static int send_payload(struct camera* camera, uint32_t sequence, size_t room) {
    static uint8_t payload[PAYLOAD];
    const struct picture* picture = camera->sending;
    size_t left = picture->size - camera->sent, size = (room < PAYLOAD ? room : PAYLOAD) - 2;
    int is_last = left <= size;
    if (is_last)
        size = left;
    payload[0] = 2;
    payload[1] = (uint8_t)(0x80 | (is_last ? 2 : 0) | camera->frame_id);
    memcpy(payload + 2, picture->data + camera->sent, size);
    camera->sent += size;
    if (is_last)
        camera->sending = NULL;
    return reply(camera, sequence, 0, payload, size + 2, size + 2);
}

int hand_out(struct camera* camera) {
    while (camera->pending_count) {
        uint32_t sequence = camera->pending[0].sequence, room = camera->pending[0].length;
        if (!is_failing && !has_picture(camera))
            return 0;
        int fate = is_failing ? reply(camera, sequence, -EPROTO, NULL, 0, 0) : send_payload(camera, sequence, room);
        if (fate < 0)
            return -1;
        camera->pending_count--;
        memmove(&camera->pending[0], &camera->pending[1], sizeof camera->pending[0] * (size_t)camera->pending_count);
        if (is_failing) {
            usleep(2000);
            return 0;
        }
    }
    return 0;
}
