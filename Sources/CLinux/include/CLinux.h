#ifndef CLINUX_H
#define CLINUX_H

/// What Swift's Glibc module lacks: calls that are GNU extensions, variadic, or made of macros. Every function answers
/// as the call it stands for: −1 and errno on failure.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// accept4 with SOCK_CLOEXEC and SOCK_NONBLOCK.
int clinux_accept(int listener);
/// A connected pair of AF_UNIX stream sockets, close-on-exec.
int clinux_socketpair(int pair[2]);
/// pipe2, close-on-exec.
int clinux_pipe(int pair[2]);
/// The process, user and group at the other end of a Unix socket.
int clinux_peer(int socket, pid_t* pid, uid_t* uid, gid_t* gid);

/// sendmsg of `length` bytes with `count` descriptors beside them (count ≤ 16), MSG_NOSIGNAL.
ssize_t clinux_send(int socket, const void* bytes, size_t length, const int* descriptors, size_t count);
/// recvmsg; descriptors that came along are close-on-exec, `*count` says how many (≤ 16).
ssize_t clinux_receive(int socket, void* bytes, size_t length, int descriptors[16], size_t* count);

enum { CLINUX_IN = 1, CLINUX_OUT = 2, CLINUX_HANGUP = 4 };
/// A readiness event: whose key, and which of CLINUX_IN, CLINUX_OUT and CLINUX_HANGUP.
struct clinux_event {
    uint64_t key;
    uint32_t ready;
};
int clinux_epoll_create(void);
/// Watches `descriptor` for `wanted` under `key`, or changes what is watched.
int clinux_epoll_set(int epoll, int descriptor, uint64_t key, uint32_t wanted, bool added);
int clinux_epoll_remove(int epoll, int descriptor);
/// Waits at most `milliseconds` (−1: for ever) and fills at most `capacity` (≤ 256) events.
int clinux_epoll_wait(int epoll, struct clinux_event* events, int capacity, int milliseconds);

/// A descriptor that becomes readable when one of the signals arrives; the signals are blocked in the caller.
int clinux_signalfd(const int* signals, size_t count);
/// The next pending signal of a signalfd, 0 when there is none.
int clinux_next_signal(int descriptor);
/// A descriptor that becomes readable when the process ends.
int clinux_pidfd_open(pid_t pid);
/// An eventfd, non-blocking.
int clinux_eventfd(void);
/// An anonymous file in memory, which may be sealed.
int clinux_memfd(const char* name);
/// Seals such a file: its content and size never change again.
int clinux_seal(int descriptor);
/// Ends this process by SIGKILL when its parent ends; fails with ESRCH when the parent is no longer `parent`.
int clinux_die_with(pid_t parent);
/// Names the calling thread, for debuggers and `ps -L`.
void clinux_name_thread(const char* name);
/// open, which is variadic in C; close-on-exec always.
int clinux_open(const char* path, int flags, mode_t mode);
/// openat, likewise.
int clinux_open_at(int folder, const char* path, int flags, mode_t mode);
/// flock(LOCK_EX | LOCK_NB).
int clinux_lock(int descriptor);
/// Sets or clears O_NONBLOCK.
int clinux_set_blocking(int descriptor, bool blocking);
/// The size of the terminal behind `descriptor` in characters.
int clinux_terminal_size(int descriptor, uint16_t* columns, uint16_t* rows);
/// A socket, non-blocking, that gets the kernel's device events and those that udev makes of them.
int clinux_device_events(void);
/// Receives one of them from the kernel or root; 0 for one from anybody else, which is to be ignored.
ssize_t clinux_next_device_event(int socket, void* bytes, size_t length);
/// An inotify descriptor, non-blocking, that tells of names that come, go or change their rights in a folder.
int clinux_watch_folder(const char* path);

#endif
