// The few Linux calls that Swift's Glibc module leaves out (it is built without _GNU_SOURCE).
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a descriptor is watched for, and what it is ready for.
enum { CS_READ = 1, CS_WRITE = 2, CS_HANGUP = 4 };

typedef struct {
  uint64_t token;
  uint32_t ready;  // CS_ bits
} cs_event;

// epoll: its constants and its packed structure are not in the module.

/// A new poller, closed on exec, or the negated errno.
int cs_poller_create(void);
/// 0, or the negated errno.
int cs_poller_add(int poller, int fd, uint32_t interest, uint64_t token);
int cs_poller_change(int poller, int fd, uint32_t interest, uint64_t token);
int cs_poller_remove(int poller, int fd);
/// The number of events (at most 64), 0 after `timeout` nanoseconds (negative: no limit) or after a
/// signal.
int cs_poller_wait(int poller, cs_event *out, int capacity, int64_t timeout);

// eventfd: its flags are not in the module.

/// A non-blocking wake-up, closed on exec, or the negated errno.
int cs_wake_create(void);
void cs_wake_signal(int wake);
void cs_wake_clear(int wake);

// accept4: not in the module; plain accept leaves a moment in which a child inherits the descriptor.

/// A non-blocking connection, closed on exec, or the negated errno. `address` takes the raw
/// sockaddr of the other end (at least 28 bytes).
int cs_accept(int listener, void *address, uint32_t *length);

// SO_PEERCRED: its structure is not in the module.

/// The user at the other end of a connected local socket, or the negated errno.
int64_t cs_peer_user(int socket);

// Clocks: CLOCK_BOOTTIME is not in the module.

/// Nanoseconds on the clock that goes on while the machine is suspended.
uint64_t cs_boot_time(void);
/// Nanoseconds on the clock that stops while the machine is suspended.
uint64_t cs_monotonic_time(void);
/// Nanoseconds since 1970.
uint64_t cs_wall_time(void);
/// Nanoseconds of processor time that this process has used.
uint64_t cs_process_time(void);

// getrandom: not in the module.

/// Fills with random bytes of the kernel; false when it has none to give.
bool cs_random(void *out, size_t count);

#endif
