// What Glibc's Swift module leaves out: epoll, eventfd, accept4, getrandom, prlimit.
// Without _GNU_SOURCE: it renames members of system types, which then no longer match Glibc's module.
#pragma once
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>

/// How many bytes have arrived and are not read yet; 0 when that cannot be told.
static inline int sb_unread(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}
static inline int sb_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int sb_epoll_ctl(int epoll, int operation, int descriptor, uint32_t events, uint64_t tag) {
  struct epoll_event event;
  event.events = events;
  event.data.u64 = tag;
  return epoll_ctl(epoll, operation, descriptor, &event);
}
static inline int sb_eventfd_nonblocking(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline int sb_eventfd_blocking(void) { return eventfd(0, EFD_CLOEXEC); }
extern int accept4(int, struct sockaddr *, socklen_t *, int);
static inline int sb_accept(int listener, void *address, unsigned *length) {
  return accept4(listener, (struct sockaddr *)address, length, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
extern int prlimit(int, int, const struct rlimit *, struct rlimit *);
// How large a file of another process may grow; -1 is as large as its hard limit lets it.
static inline int sb_limit_files(int process, int64_t bytes) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_FSIZE, 0, &limit) != 0) return -1;
  limit.rlim_cur = bytes < 0 ? limit.rlim_max : (rlim_t)bytes;
  return prlimit(process, RLIMIT_FSIZE, &limit, 0);
}
