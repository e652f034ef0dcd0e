// uvcsim: a USB webcam made of software, for the guest of deploy/test-cameras.
//
// It plugs an emulated UVC 1.0 camera (bulk streaming) into the kernel's
// vhci_hcd, so that the real uvcvideo driver binds to it and makes a real
// /dev/videoN. What the camera sees are files: one picture per format and
// size, read again whenever the file changes.
//
//   uvcsim [-v] [-n NAME] [-s SERIAL] [-f FPS] [-p PORT]
//          [--mjpeg WxH:FILE.jpg]... [--yuyv WxH:FILE.raw]...
//
// Signals: TERM or INT unplugs the camera and ends; USR1 freezes or thaws the
// stream (the camera stays there but gives no more frames); USR2 makes every
// further transfer fail (again: heals).
// Build: gcc -O2 -Wall -Wextra -o uvcsim uvcsim.c
// Needs: root, modprobe vhci-hcd uvcvideo.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_FRAMES = 8, MAX_PENDING = 64, PAYLOAD = 16384 };

struct picture {
    unsigned w, h;
    const char* path;
    struct timespec mtime;
    uint8_t* data;
    size_t size;
};
struct format {
    struct picture frame[MAX_FRAMES];
    int n;
} format[2]; // 0 MJPEG, 1 YUYV

static const char *product = "Rig Camera", *serial = "0001";
static unsigned fps = 30;
static int sock = -1, verbose;
static volatile sig_atomic_t quit, frozen, failing;

static void on_signal(int s) {
    if (s == SIGUSR1)
        frozen = !frozen;
    else if (s == SIGUSR2)
        failing = !failing;
    else
        quit = 1;
}
static void die(const char* what) {
    fprintf(stderr, "uvcsim: %s: %s\n", what, strerror(errno));
    exit(1);
}
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// ------------------------------------------------------------- descriptors

static uint8_t config[1024];
static size_t config_len;
static int format_kind[2], n_formats; // UVC format index - 1 to kind

static void u8(unsigned v) {
    config[config_len++] = (uint8_t)v;
}
static void u16(unsigned v) {
    u8(v & 255);
    u8(v >> 8);
}
static void u32(unsigned v) {
    u16(v & 65535);
    u16(v >> 16);
}
static void put16(size_t at, size_t v) {
    config[at] = (uint8_t)v;
    config[at + 1] = (uint8_t)(v >> 8);
}
static unsigned interval(void) {
    return 10000000u / fps;
}
static unsigned max_size(const struct picture* p, int kind) {
    return kind ? p->w * p->h * 2 : p->w * p->h * 2 + 65536;
}

static void build_config(void) {
    u8(9);
    u8(2);
    u16(0);
    u8(2);
    u8(1);
    u8(0);
    u8(0x80);
    u8(250);
    u8(8);
    u8(11);
    u8(0);
    u8(2);
    u8(14);
    u8(3);
    u8(0);
    u8(0); // association
    u8(9);
    u8(4);
    u8(0);
    u8(0);
    u8(0);
    u8(14);
    u8(1);
    u8(0);
    u8(0); // control
    size_t vc = config_len;
    u8(13);
    u8(0x24);
    u8(1);
    u16(0x0100);
    u16(0);
    u32(48000000);
    u8(1);
    u8(1);
    u8(18);
    u8(0x24);
    u8(2);
    u8(1);
    u16(0x0201);
    u8(0);
    u8(0); // camera
    u16(0);
    u16(0);
    u16(0);
    u8(3);
    u8(0);
    u8(0);
    u8(0);
    u8(11);
    u8(0x24);
    u8(5);
    u8(2);
    u8(1);
    u16(0);
    u8(2);
    u8(1);
    u8(0);
    u8(0); // brightness
    u8(9);
    u8(0x24);
    u8(3);
    u8(3);
    u16(0x0101);
    u8(0);
    u8(2);
    u8(0); // to USB
    put16(vc + 5, config_len - vc);
    u8(9);
    u8(4);
    u8(1);
    u8(0);
    u8(1);
    u8(14);
    u8(2);
    u8(0);
    u8(0); // streaming
    for (int k = 0; k < 2; k++)
        if (format[k].n)
            format_kind[n_formats++] = k;
    size_t vs = config_len;
    u8(13 + (unsigned)n_formats);
    u8(0x24);
    u8(1);
    u8((unsigned)n_formats);
    u16(0);
    u8(0x81);
    u8(0);
    u8(3);
    u8(0);
    u8(0);
    u8(0);
    u8(1);
    for (int i = 0; i < n_formats; i++)
        u8(0);
    for (int i = 0; i < n_formats; i++) {
        int kind = format_kind[i];
        struct format* f = &format[kind];
        if (kind == 0) {
            u8(11);
            u8(0x24);
            u8(6);
            u8((unsigned)i + 1);
            u8((unsigned)f->n);
            u8(1);
            u8(1);
            u8(0);
            u8(0);
            u8(0);
            u8(0);
        } else {
            static const uint8_t yuy2[16] = {'Y', 'U', 'Y', '2', 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
            u8(27);
            u8(0x24);
            u8(4);
            u8((unsigned)i + 1);
            u8((unsigned)f->n);
            for (int j = 0; j < 16; j++)
                u8(yuy2[j]);
            u8(16);
            u8(1);
            u8(0);
            u8(0);
            u8(0);
            u8(0);
        }
        for (int j = 0; j < f->n; j++) {
            struct picture* p = &f->frame[j];
            u8(30);
            u8(0x24);
            u8(kind ? 5 : 7);
            u8((unsigned)j + 1);
            u8(0);
            u16(p->w);
            u16(p->h);
            u32(1000000);
            u32(200000000);
            u32(max_size(p, kind));
            u32(interval());
            u8(1);
            u32(interval());
        }
        u8(6);
        u8(0x24);
        u8(13);
        u8(1);
        u8(1);
        u8(4);
    }
    put16(vs + 4, config_len - vs);
    u8(7);
    u8(5);
    u8(0x81);
    u8(2);
    u16(512);
    u8(0);
    put16(2, config_len);
}

// ----------------------------------------------------------------- USB/IP

struct header {
    uint32_t command, seq, devid, direction, ep;
    union {
        struct {
            uint32_t flags, length, start, packets, interval;
            uint8_t setup[8];
        } submit;
        struct {
            uint32_t status, actual, start, packets, errors;
            uint8_t pad[8];
        } ret;
        struct {
            uint32_t seq;
            uint8_t pad[24];
        } unlink;
        struct {
            uint32_t status;
            uint8_t pad[24];
        } ret_unlink;
    } u;
};

static int read_all(void* to, size_t n) {
    uint8_t* p = to;
    while (n) {
        ssize_t r = read(sock, p, n);
        if (r < 0 && errno == EINTR && !quit)
            continue;
        if (r <= 0)
            return -1;
        p += r;
        n -= (size_t)r;
    }
    return 0;
}
static int write_all(const void* from, size_t n) {
    const uint8_t* p = from;
    while (n) {
        ssize_t r = send(sock, p, n, MSG_NOSIGNAL);
        if (r < 0 && errno == EINTR && !quit)
            continue;
        if (r <= 0)
            return -1;
        p += r;
        n -= (size_t)r;
    }
    return 0;
}
static int reply(uint32_t seq, int status, const void* data, size_t n, size_t actual) {
    static uint8_t out[sizeof(struct header) + PAYLOAD];
    struct header h = {.command = htonl(3), .seq = htonl(seq)};
    h.u.ret.status = htonl((uint32_t)status);
    h.u.ret.actual = htonl((uint32_t)actual);
    memcpy(out, &h, sizeof h);
    if (n)
        memcpy(out + sizeof h, data, n);
    return write_all(out, sizeof h + n);
}

static struct { uint32_t seq, length; } pending[MAX_PENDING];
static int n_pending;
static uint8_t probe[26], commit[26];
static int brightness = 128;

static struct picture* current; // what is being sent
static size_t sent;
static uint8_t fid;
static double due;

static struct picture* chosen(const uint8_t* c, int* kind) {
    int i = c[2] - 1, j = c[3] - 1;
    if (i < 0 || i >= n_formats)
        i = 0;
    *kind = format_kind[i];
    if (j < 0 || j >= format[*kind].n)
        j = 0;
    return &format[*kind].frame[j];
}
static void settle(uint8_t* c) { // make what was asked for valid
    int kind;
    if (c[2] < 1 || c[2] > n_formats)
        c[2] = 1;
    if (c[3] < 1 || c[3] > format[format_kind[c[2] - 1]].n)
        c[3] = 1;
    const struct picture* p = chosen(c, &kind);
    uint32_t v[3] = {interval(), max_size(p, kind), PAYLOAD};
    memcpy(c + 4, &v[0], 4);
    memcpy(c + 18, &v[1], 4);
    memcpy(c + 22, &v[2], 4);
}

static size_t string_desc(uint8_t* to, const char* s) {
    size_t n = 2;
    for (; *s && n < 254; s++) {
        to[n++] = (uint8_t)*s;
        to[n++] = 0;
    }
    to[0] = (uint8_t)n;
    to[1] = 3;
    return n;
}

// Answers a control request; returns the length of the answer or -EPIPE.
static int control(const uint8_t* s, const uint8_t* in, uint8_t* out) {
    unsigned value = s[2] | s[3] << 8, index = s[4] | s[5] << 8, length = s[6] | s[7] << 8;
    switch (s[0] << 8 | s[1]) {
    case 0x8006: // GET_DESCRIPTOR
        if (value >> 8 == 1) {
            static const uint8_t device[18] = {18, 1, 0, 2, 0xef, 2, 1, 64, 0x09, 0x12, 1, 0, 0, 1, 1, 2, 3, 1};
            memcpy(out, device, 18);
            return 18;
        }
        if (value >> 8 == 2) {
            memcpy(out, config, config_len);
            return (int)config_len;
        }
        if (value >> 8 == 3) {
            if ((value & 255) == 0) {
                memcpy(out, "\x04\x03\x09\x04", 4);
                return 4;
            }
            return (int)string_desc(out, (value & 255) == 1 ? "Test Rig" : (value & 255) == 2 ? product : serial);
        }
        return -EPIPE;
    case 0x8000:
    case 0x8100:
    case 0x8200:
        out[0] = out[1] = 0;
        return 2; // GET_STATUS
    case 0x8008:
        out[0] = 1;
        return 1;
    case 0x810a:
        out[0] = 0;
        return 1;
    case 0x0009:
    case 0x010b:
    case 0x0001:
    case 0x0201:
    case 0x0003:
        return 0;
    }
    if ((s[0] & 0x7f) != 0x21)
        return -EPIPE;
    if ((index & 255) == 1 && (value >> 8 == 1 || value >> 8 == 2)) { // probe, commit
        uint8_t* c = value >> 8 == 1 ? probe : commit;
        switch (s[1]) {
        case 0x01:
            memcpy(c, in, length < 26 ? length : 26);
            settle(c);
            if (c == commit)
                current = NULL;
            return 0;
        case 0x81:
            memcpy(out, c, 26);
            settle(out);
            return 26;
        case 0x82:
        case 0x83:
        case 0x87:
            memcpy(out, c, 26);
            settle(out);
            return 26;
        case 0x85:
            out[0] = 26;
            out[1] = 0;
            return 2;
        case 0x86:
            out[0] = 3;
            return 1;
        }
        return -EPIPE;
    }
    if (index == 0x0200 && value >> 8 == 2) { // brightness
        int v = 0;
        switch (s[1]) {
        case 0x01:
            brightness = (int16_t)(in[0] | in[1] << 8);
            return 0;
        case 0x81:
            v = brightness;
            break;
        case 0x82:
            v = 0;
            break;
        case 0x83:
            v = 255;
            break;
        case 0x84:
            v = 1;
            break;
        case 0x85:
            v = 2;
            break;
        case 0x86:
            out[0] = 3;
            return 1;
        case 0x87:
            v = 128;
            break;
        default:
            return -EPIPE;
        }
        out[0] = (uint8_t)v;
        out[1] = (uint8_t)(v >> 8);
        return 2;
    }
    if (index == 0 && value >> 8 == 2 && s[1] == 0x81) {
        out[0] = 0;
        return 1;
    } // no error
    return -EPIPE;
}

static int on_message(void) {
    static uint8_t in[65536], out[2048];
    struct header h;
    if (read_all(&h, sizeof h) < 0)
        return -1;
    uint32_t seq = ntohl(h.seq);
    if (ntohl(h.command) == 2) { // unlink
        uint32_t victim = ntohl(h.u.unlink.seq);
        int status = 0;
        for (int i = 0; i < n_pending; i++)
            if (pending[i].seq == victim) {
                memmove(&pending[i], &pending[i + 1], sizeof pending[0] * (size_t)(n_pending - i - 1));
                n_pending--;
                status = -ECONNRESET;
                break;
            }
        struct header r = {.command = htonl(4), .seq = h.seq};
        r.u.ret_unlink.status = htonl((uint32_t)status);
        return write_all(&r, sizeof r);
    }
    if (ntohl(h.command) != 1)
        return -1;
    uint32_t length = ntohl(h.u.submit.length);
    int is_in = ntohl(h.direction) == 1;
    if (!is_in && length) {
        if (length > sizeof in || read_all(in, length) < 0)
            return -1;
    }
    if (ntohl(h.ep) == 0) {
        int n = control(h.u.submit.setup, in, out);
        if (verbose)
            fprintf(stderr, "uvcsim: control %02x %02x value %02x%02x index %02x%02x: %d\n", h.u.submit.setup[0],
                    h.u.submit.setup[1], h.u.submit.setup[3], h.u.submit.setup[2], h.u.submit.setup[5],
                    h.u.submit.setup[4], n);
        if (n < 0)
            return reply(seq, n, NULL, 0, 0);
        if (!is_in)
            return reply(seq, 0, NULL, 0, length);
        size_t m = (size_t)n < length ? (size_t)n : length;
        return reply(seq, 0, out, m, m);
    }
    if (n_pending == MAX_PENDING || !is_in)
        return reply(seq, -EPIPE, NULL, 0, 0);
    pending[n_pending].seq = seq;
    pending[n_pending++].length = length;
    return 0;
}

// --------------------------------------------------------------- streaming

static void refresh(struct picture* p) {
    struct stat st;
    if (stat(p->path, &st) < 0)
        return;
    if (p->data && st.st_mtim.tv_sec == p->mtime.tv_sec && st.st_mtim.tv_nsec == p->mtime.tv_nsec &&
        (size_t)st.st_size == p->size)
        return;
    int fd = open(p->path, O_RDONLY);
    if (fd < 0)
        return;
    uint8_t* d = malloc((size_t)st.st_size + 1);
    ssize_t n = d ? read(fd, d, (size_t)st.st_size) : -1;
    close(fd);
    if (n < 0) {
        free(d);
        return;
    }
    free(p->data);
    p->data = d;
    p->size = (size_t)n;
    p->mtime = st.st_mtim;
}

static int pump(void) { // hand out what is due
    static uint8_t out[PAYLOAD];
    while (n_pending) {
        if (failing) {
            if (reply(pending[0].seq, -EPROTO, NULL, 0, 0) < 0)
                return -1;
        } else {
            if (!current) {
                double t = now();
                if (frozen || t < due)
                    return 0;
                due = due + 1.0 / fps < t ? t + 1.0 / fps : due + 1.0 / fps;
                int kind;
                current = chosen(commit, &kind);
                refresh(current);
                sent = 0;
                fid ^= 1;
            }
            size_t room = pending[0].length < PAYLOAD ? pending[0].length : PAYLOAD, left = current->size - sent;
            size_t n = left < room - 2 ? left : room - 2;
            int last = n == left;
            out[0] = 2;
            out[1] = (uint8_t)(0x80 | (last ? 2 : 0) | fid);
            memcpy(out + 2, current->data + sent, n);
            sent += n;
            if (last)
                current = NULL;
            if (reply(pending[0].seq, 0, out, n + 2, n + 2) < 0)
                return -1;
        }
        n_pending--;
        memmove(&pending[0], &pending[1], sizeof pending[0] * (size_t)n_pending);
        if (failing) {
            usleep(2000);
            return 0;
        }
    }
    return 0;
}

static void attach(int port) {
    int sv[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sv) < 0)
        die("socketpair");
    sock = sv[0];
    char line[64];
    int fd = open("/sys/devices/platform/vhci_hcd.0/attach", O_WRONLY);
    if (fd < 0)
        die("vhci_hcd.0/attach (modprobe vhci-hcd)");
    int first = port < 0 ? 0 : port, last = port < 0 ? 7 : port, ok = 0;
    for (int p = first; p <= last && !ok; p++) { // the first free high-speed port
        int n = snprintf(line, sizeof line, "%d %d %d %d", p, sv[1], 0x10002 + p, 3);
        ok = write(fd, line, (size_t)n) == n;
    }
    if (!ok)
        die("attach");
    close(fd);
    close(sv[1]);
}

static void add(int kind, const char* arg) {
    struct format* f = &format[kind];
    struct picture p = {0};
    const char* colon = strchr(arg, ':');
    if (f->n == MAX_FRAMES || !colon || sscanf(arg, "%ux%u:", &p.w, &p.h) != 2) {
        fprintf(stderr, "uvcsim: want WxH:FILE, not %s\n", arg);
        exit(2);
    }
    p.path = colon + 1;
    refresh(&p);
    if (!p.data)
        die(p.path);
    f->frame[f->n++] = p;
}

int main(int argc, char** argv) {
    int port = -1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-v")) {
            verbose = 1;
            continue;
        }
        if (i + 1 == argc) {
            fprintf(stderr, "uvcsim: see the head of uvcsim.c for its use\n");
            return 2;
        }
        const char *o = argv[i], *v = argv[++i];
        if (!strcmp(o, "-n"))
            product = v;
        else if (!strcmp(o, "-s"))
            serial = v;
        else if (!strcmp(o, "-f"))
            fps = (unsigned)atoi(v);
        else if (!strcmp(o, "-p"))
            port = atoi(v);
        else if (!strcmp(o, "--mjpeg"))
            add(0, v);
        else if (!strcmp(o, "--yuyv"))
            add(1, v);
        else {
            fprintf(stderr, "uvcsim: unknown option %s\n", o);
            return 2;
        }
    }
    if (fps < 1 || fps > 240 || format[0].n + format[1].n == 0) {
        fprintf(stderr, "uvcsim: no picture, or a wrong rate\n");
        return 2;
    }
    build_config();
    settle(probe);
    settle(commit);
    struct sigaction sa = {.sa_handler = on_signal};
    sigaction(SIGTERM, &sa, NULL);
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGUSR1, &sa, NULL);
    sigaction(SIGUSR2, &sa, NULL);
    attach(port);
    while (!quit) {
        struct pollfd p = {.fd = sock, .events = POLLIN};
        int wait_ms = 1000;
        if (n_pending && !frozen) {
            double d = due - now();
            wait_ms = d <= 0 ? 0 : (int)(d * 1000) + 1;
        }
        if (poll(&p, 1, wait_ms) < 0 && errno != EINTR)
            die("poll");
        if (quit)
            break;
        if (p.revents & (POLLIN | POLLHUP) && on_message() < 0)
            break;
        if (pump() < 0)
            break;
    }
    close(sock);
    return 0;
}
