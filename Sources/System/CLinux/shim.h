// Linux calls that the Glibc module does not export, or that Swift cannot import as they are.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Declared by glibc only under _GNU_SOURCE, which would give its types other definitions than the Glibc module has.
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int pthread_getname_np(pthread_t thread, char *name, size_t capacity);

// Variadic in glibc, so not importable.
static inline int clinux_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }
static inline int clinux_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 ? flags : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// As accept4: for the pipes to child processes.
extern int pipe2(int ends[2], int flags);

// Variadic: a signal for this process when the thread that started it ends.
static inline int clinux_signal_at_parents_end(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

// recv, send and epoll_wait by the calls themselves: glibc's are points at which a thread can be cancelled, which costs each of them two locked
// instructions in a process with threads. No thread of ours is ever cancelled.
static inline ssize_t clinux_recv(int socket, void *bytes, size_t count) {
    return syscall(SYS_recvfrom, socket, bytes, count, 0, (void *)0, (void *)0);
}
static inline ssize_t clinux_send(int socket, const void *bytes, size_t count) {
    return syscall(SYS_sendto, socket, bytes, count, MSG_NOSIGNAL, (void *)0, 0);
}
static inline int clinux_epoll_wait(int epoll, struct epoll_event *events, int capacity, int milliseconds) {
    return (int)syscall(SYS_epoll_pwait, epoll, events, capacity, milliseconds, (void *)0, 0);
}

// A store that the optimiser may not remove.
static inline void clinux_wipe(void *bytes, size_t count) { explicit_bzero(bytes, count); }

// The processors that this process may run on: those of its container or of taskset, not the machine's. By the call itself, since glibc's needs _GNU_SOURCE.
static inline int clinux_usable_cores(void) {
    unsigned long mask[128] = {0};
    int count = 0;
    if (syscall(SYS_sched_getaffinity, 0, sizeof mask, mask) > 0)
        for (size_t word = 0; word < sizeof mask / sizeof *mask; word++) count += __builtin_popcountl(mask[word]);
    return count > 0 ? count : 1;
}

// The environment as the process was given it. A function, because Swift takes a global variable for shared state.
static inline char *const *clinux_environment(void) {
    extern char **environ;
    return environ;
}
