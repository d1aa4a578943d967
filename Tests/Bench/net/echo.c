// The bare cost of a message there and back: two threads, one socket each, epoll and nothing else.
//
// usage: echo udp|tcp BYTES COUNT: prints half of the median time there and back, in microseconds.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

static int size, count, far_end;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

// Waits with epoll as an event loop does, and reads one message whole.
static int take(int poll, int socket, char *buffer) {
  int got = 0;
  while (got < size) {
    struct epoll_event event;
    if (epoll_wait(poll, &event, 1, 5000) <= 0) return 0;
    ssize_t part = recv(socket, buffer + got, size - got, 0);
    if (part <= 0 && errno != EAGAIN) return 0;
    if (part > 0) got += part;
  }
  return 1;
}

static int watch(int socket) {
  int poll = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event)) fail("epoll_ctl");
  fcntl(socket, F_SETFL, O_NONBLOCK);
  return poll;
}

static void *answer(void *unused) {
  (void)unused;
  char *buffer = malloc(size);
  int poll = watch(far_end);
  while (take(poll, far_end, buffer)) send(far_end, buffer, size, 0);
  return NULL;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return a < b ? -1 : a > b;
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  int is_tcp = !strcmp(argv[1], "tcp");
  size = atoi(argv[2]);
  count = atoi(argv[3]);
  int kind = is_tcp ? SOCK_STREAM : SOCK_DGRAM;
  int near_end = socket(AF_INET, kind, 0), other = socket(AF_INET, kind, 0);
  struct sockaddr_in one = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}}, two = one;
  socklen_t length = sizeof one;
  if (bind(other, (struct sockaddr *)&one, length)) fail("bind");
  getsockname(other, (struct sockaddr *)&one, &length);
  if (is_tcp) {
    listen(other, 1);
    if (connect(near_end, (struct sockaddr *)&one, length)) fail("connect");
    far_end = accept(other, NULL, NULL);
    int yes = 1;
    setsockopt(near_end, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(far_end, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  } else {
    if (bind(near_end, (struct sockaddr *)&two, length)) fail("bind");
    getsockname(near_end, (struct sockaddr *)&two, &length);
    if (connect(near_end, (struct sockaddr *)&one, length)) fail("connect");
    if (connect(other, (struct sockaddr *)&two, length)) fail("connect");
    far_end = other;
  }
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  char *buffer = calloc(1, size);
  double *times = calloc(count, sizeof *times);
  int poll = watch(near_end);
  for (int i = 0; i < count; i++) {
    // A pause, as between the moves of a person: both threads are asleep when it comes.
    usleep(2000);
    double start = now();
    send(near_end, buffer, size, 0);
    if (!take(poll, near_end, buffer)) fail("echo");
    times[i] = now() - start;
  }
  qsort(times, count, sizeof *times, compare);
  printf("%.1f\n", times[count / 2] / 2);
  return 0;
}
