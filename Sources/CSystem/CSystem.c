#include "CSystem.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 64 };

static int result_or_errno(int result) { return result < 0 ? -errno : result; }

static uint32_t to_epoll(uint32_t interest) {
  return (interest & CS_READ ? (uint32_t)(EPOLLIN | EPOLLRDHUP) : 0u)
      | (interest & CS_WRITE ? (uint32_t)EPOLLOUT : 0u);
}

static uint32_t from_epoll(uint32_t bits) {
  return (bits & (EPOLLIN | EPOLLRDHUP) ? (uint32_t)CS_READ : 0u)
      | (bits & EPOLLOUT ? (uint32_t)CS_WRITE : 0u)
      | (bits & (EPOLLERR | EPOLLHUP) ? (uint32_t)(CS_HANGUP | CS_READ) : 0u);
}

int cs_poller_create(void) { return result_or_errno(epoll_create1(EPOLL_CLOEXEC)); }

static int control(int poller, int operation, int fd, uint32_t interest, uint64_t token) {
  struct epoll_event event = {.events = to_epoll(interest), .data.u64 = token};
  return result_or_errno(epoll_ctl(poller, operation, fd, &event));
}

int cs_poller_add(int poller, int fd, uint32_t interest, uint64_t token) {
  return control(poller, EPOLL_CTL_ADD, fd, interest, token);
}

int cs_poller_change(int poller, int fd, uint32_t interest, uint64_t token) {
  return control(poller, EPOLL_CTL_MOD, fd, interest, token);
}

int cs_poller_remove(int poller, int fd) { return control(poller, EPOLL_CTL_DEL, fd, 0, 0); }

// epoll_pwait2 waits in nanoseconds, but a kernel before 5.11 does not have it: there milliseconds
// must do, rounded up so that nobody wakes early and spins.
static int wait_for(int poller, struct epoll_event *events, int capacity, int64_t timeout) {
  static atomic_bool has_no_nanoseconds;
  if (!has_no_nanoseconds) {
    struct timespec limit = {.tv_sec = timeout / 1000000000, .tv_nsec = timeout % 1000000000};
    int count = epoll_pwait2(poller, events, capacity, timeout < 0 ? NULL : &limit, NULL);
    if (count >= 0 || errno != ENOSYS) return count;
    has_no_nanoseconds = true;
  }
  int64_t milliseconds = timeout < 0 ? -1 : (timeout + 999999) / 1000000;
  if (milliseconds > 60000) milliseconds = 60000;
  return epoll_wait(poller, events, capacity, (int)milliseconds);
}

int cs_poller_wait(int poller, cs_event *out, int capacity, int64_t timeout) {
  struct epoll_event events[MOST_EVENTS];
  if (capacity > MOST_EVENTS) capacity = MOST_EVENTS;
  int count = wait_for(poller, events, capacity, timeout);
  for (int i = 0; i < count; i++) {
    out[i].token = events[i].data.u64;
    out[i].ready = from_epoll(events[i].events);
  }
  return count < 0 ? 0 : count;
}

int cs_wake_create(void) { return result_or_errno(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)); }

void cs_wake_signal(int wake) {
  uint64_t one = 1;
  ssize_t ignored = write(wake, &one, sizeof one);
  (void)ignored;
}

void cs_wake_clear(int wake) {
  uint64_t count;
  ssize_t ignored = read(wake, &count, sizeof count);
  (void)ignored;
}

int cs_accept(int listener, void *address, uint32_t *length) {
  struct sockaddr_storage from = {0};
  socklen_t size = sizeof from;
  int fd = accept4(listener, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (fd < 0) return -errno;
  if (size > sizeof(struct sockaddr_in6)) size = sizeof(struct sockaddr_in6);
  memcpy(address, &from, size);
  *length = size;
  return fd;
}

int64_t cs_peer_user(int socket) {
  struct ucred user;
  socklen_t length = sizeof user;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &user, &length) != 0) return -errno;
  return (int64_t)user.uid;
}

static uint64_t read_clock(clockid_t clock) {
  struct timespec now = {0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t cs_boot_time(void) { return read_clock(CLOCK_BOOTTIME); }
uint64_t cs_monotonic_time(void) { return read_clock(CLOCK_MONOTONIC); }
uint64_t cs_wall_time(void) { return read_clock(CLOCK_REALTIME); }
uint64_t cs_process_time(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

bool cs_random(void *out, size_t count) {
  uint8_t *next = out;
  while (count > 0) {
    ssize_t got = getrandom(next, count, 0);
    if (got < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    next += got;
    count -= (size_t)got;
  }
  return true;
}
