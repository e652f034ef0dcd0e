#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 16, MAX_EVENTS = 256 };

int clinux_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int clinux_socketpair(int pair[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair);
}

int clinux_pipe(int pair[2]) {
    return pipe2(pair, O_CLOEXEC);
}

int clinux_peer(int socket, pid_t* pid, uid_t* uid, gid_t* gid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0)
        return -1;
    *pid = peer.pid;
    *uid = peer.uid;
    *gid = peer.gid;
    return 0;
}

ssize_t clinux_send(int socket, const void* bytes, size_t length, const int* descriptors, size_t count) {
    if (count > MAX_DESCRIPTORS) {
        errno = EINVAL;
        return -1;
    }
    struct iovec part = {.iov_base = (void*)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))];
    } control;
    if (count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        struct cmsghdr* header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

ssize_t clinux_receive(int socket, void* bytes, size_t length, int descriptors[16], size_t* count) {
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *count = 0;
    ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (received < 0)
        return received;
    for (struct cmsghdr* header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t passed = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < passed; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (*count < MAX_DESCRIPTORS)
                descriptors[(*count)++] = descriptor;
            else
                close(descriptor);
        }
    }
    return received;
}

int clinux_epoll_create(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

int clinux_epoll_set(int epoll, int descriptor, uint64_t key, uint32_t wanted, bool added) {
    struct epoll_event event = {.data.u64 = key};
    if (wanted & CLINUX_IN)
        event.events |= EPOLLIN | EPOLLRDHUP;
    if (wanted & CLINUX_OUT)
        event.events |= EPOLLOUT;
    return epoll_ctl(epoll, added ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event);
}

int clinux_epoll_remove(int epoll, int descriptor) {
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int clinux_epoll_wait(int epoll, struct clinux_event* events, int capacity, int milliseconds) {
    struct epoll_event ready[MAX_EVENTS];
    int count = epoll_wait(epoll, ready, capacity < MAX_EVENTS ? capacity : MAX_EVENTS, milliseconds);
    for (int i = 0; i < count; i++) {
        events[i].key = ready[i].data.u64;
        events[i].ready = 0;
        if (ready[i].events & (EPOLLIN | EPOLLRDHUP))
            events[i].ready |= CLINUX_IN;
        if (ready[i].events & EPOLLOUT)
            events[i].ready |= CLINUX_OUT;
        if (ready[i].events & (EPOLLHUP | EPOLLERR))
            events[i].ready |= CLINUX_HANGUP;
    }
    return count;
}

int clinux_signalfd(const int* signals, size_t count) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < count; i++)
        sigaddset(&set, signals[i]);
    int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failure != 0) {
        errno = failure;
        return -1;
    }
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int clinux_next_signal(int descriptor) {
    struct signalfd_siginfo info;
    ssize_t length = read(descriptor, &info, sizeof info);
    return length == sizeof info ? (int)info.ssi_signo : 0;
}

int clinux_pidfd_open(pid_t pid) {
    return (int)syscall(SYS_pidfd_open, pid, 0);
}

int clinux_eventfd(void) {
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int clinux_memfd(const char* name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int clinux_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

int clinux_die_with(pid_t parent) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        return -1;
    if (getppid() != parent) {
        errno = ESRCH;
        return -1;
    }
    return 0;
}

void clinux_name_thread(const char* name) {
    prctl(PR_SET_NAME, name);
}

int clinux_open(const char* path, int flags, mode_t mode) {
    return open(path, flags | O_CLOEXEC, mode);
}

int clinux_open_at(int folder, const char* path, int flags, mode_t mode) {
    return openat(folder, path, flags | O_CLOEXEC, mode);
}

int clinux_lock(int descriptor) {
    return flock(descriptor, LOCK_EX | LOCK_NB);
}

int clinux_set_blocking(int descriptor, bool blocking) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0)
        return -1;
    return fcntl(descriptor, F_SETFL, blocking ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}

int clinux_terminal_size(int descriptor, uint16_t* columns, uint16_t* rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0)
        return -1;
    *columns = size.ws_col;
    *rows = size.ws_row;
    return 0;
}

int clinux_device_events(void) {
    // Group 1: the kernel. Group 2: udev, once rights and links are set.
    struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1 | 2};
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
    if (descriptor < 0)
        return -1;
    int room = 1 << 20, on = 1;
    // The usual room serves too: what is lost is told by ENOBUFS.
    (void)setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &on, sizeof on) == 0 &&
        bind(descriptor, (struct sockaddr*)&address, sizeof address) == 0)
        return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

ssize_t clinux_next_device_event(int socket, void* bytes, size_t length) {
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(struct ucred))];
    } control;
    struct sockaddr_nl from = {0};
    struct msghdr message = {
        .msg_name = &from,
        .msg_namelen = sizeof from,
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT);
    if (count <= 0)
        return count;
    if (from.nl_groups == 1 && from.nl_pid == 0)
        return count;
    struct cmsghdr* header = CMSG_FIRSTHDR(&message);
    if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_CREDENTIALS)
        return 0;
    struct ucred sender;
    memcpy(&sender, CMSG_DATA(header), sizeof sender);
    return sender.uid == 0 ? count : 0;
}

int clinux_watch_folder(const char* path) {
    int descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (descriptor < 0)
        return -1;
    if (inotify_add_watch(descriptor, path, IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_ONLYDIR) >= 0)
        return descriptor;
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}
