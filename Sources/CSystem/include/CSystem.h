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

// rtnetlink: its macros and attributes are not in the module.

/// What an interface is, as the kernel lists it.
enum {
  CS_LINK_UP = 1,
  CS_LINK_RUNNING = 2,
  CS_LINK_LOOPBACK = 4,
  CS_LINK_POINT_TO_POINT = 8,
  CS_LINK_MULTICAST = 16
};

typedef struct {
  uint32_t index;
  uint32_t flags;  // CS_LINK_ bits
  uint32_t master;  // the interface that this one is a port of, or 0
  uint16_t hardware;  // ARPHRD_: 1 is Ethernet
  char name[16];
  char kind[16];  // "bridge", "tun", "wireguard", …; empty for hardware
} cs_link;

typedef struct {
  uint32_t index;
  uint8_t count;  // 4 or 16
  uint8_t prefix;
  uint8_t bytes[16];
} cs_link_address;

/// The number of interfaces written, or the negated errno.
int cs_list_links(cs_link *out, int capacity);
/// The number of addresses written, or the negated errno. Those that are not checked yet for being
/// somebody else's are left out.
int cs_list_addresses(cs_link_address *out, int capacity);
/// A non-blocking descriptor, closed on exec, that is readable when an interface or an address
/// changes; or the negated errno.
int cs_watch_links(void);
/// Takes all that waits there; whether anything did.
bool cs_take_link_changes(int watch);

// Multicast: ip_mreqn, packet infos and their macros are not in the module.

/// A socket on port 5353 that hears what is sent to the group of multicast DNS on one interface,
/// and nothing else; or the negated errno. Others may have that port, too.
int cs_multicast_open(uint32_t interface, bool is_ipv6);
/// Sends to the group; false when the system does not take it.
bool cs_multicast_send(
    int socket, uint32_t interface, bool is_ipv6, const void *bytes, size_t count);
/// The size of a packet, or the negated errno. `address` takes the raw sockaddr of its sender (at
/// least 28 bytes), `interface` where it came in.
int64_t cs_multicast_receive(
    int socket, void *bytes, size_t count, void *address, uint32_t *interface);

#endif
