#include "CSystem.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Newer than some C libraries; the numbers are the kernel's.
#ifndef IP_MULTICAST_ALL
#define IP_MULTICAST_ALL 49
#endif
#ifndef IPV6_MULTICAST_ALL
#define IPV6_MULTICAST_ALL 29
#endif

enum { MULTICAST_PORT = 5353 };

static int set(int fd, int level, int option, int value) {
  return setsockopt(fd, level, option, &value, sizeof value);
}

static socklen_t group(uint32_t interface, bool is_ipv6, struct sockaddr_storage *out) {
  memset(out, 0, sizeof *out);
  if (!is_ipv6) {
    struct sockaddr_in *address = (struct sockaddr_in *)out;
    address->sin_family = AF_INET;
    address->sin_port = htons(MULTICAST_PORT);
    inet_pton(AF_INET, "224.0.0.251", &address->sin_addr);
    return sizeof *address;
  }
  struct sockaddr_in6 *address = (struct sockaddr_in6 *)out;
  address->sin6_family = AF_INET6;
  address->sin6_port = htons(MULTICAST_PORT);
  address->sin6_scope_id = interface;
  inet_pton(AF_INET6, "ff02::fb", &address->sin6_addr);
  return sizeof *address;
}

static int prepare_ipv4(int fd, uint32_t interface) {
  struct ip_mreqn where = {.imr_ifindex = (int)interface};
  inet_pton(AF_INET, "224.0.0.251", &where.imr_multiaddr);
  set(fd, IPPROTO_IP, IP_MULTICAST_ALL, 0);
  set(fd, IPPROTO_IP, IP_MULTICAST_TTL, 255);
  set(fd, IPPROTO_IP, IP_MULTICAST_LOOP, 1);
  set(fd, IPPROTO_IP, IP_PKTINFO, 1);
  if (setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &where, sizeof where) != 0) return -errno;
  return setsockopt(fd, IPPROTO_IP, IP_ADD_MEMBERSHIP, &where, sizeof where) == 0 ? 0 : -errno;
}

static int prepare_ipv6(int fd, uint32_t interface) {
  struct ipv6_mreq where = {.ipv6mr_interface = interface};
  inet_pton(AF_INET6, "ff02::fb", &where.ipv6mr_multiaddr);
  set(fd, IPPROTO_IPV6, IPV6_MULTICAST_ALL, 0);
  set(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, 255);
  set(fd, IPPROTO_IPV6, IPV6_MULTICAST_LOOP, 1);
  set(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, 1);
  if (set(fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, (int)interface) != 0) return -errno;
  return setsockopt(fd, IPPROTO_IPV6, IPV6_JOIN_GROUP, &where, sizeof where) == 0 ? 0 : -errno;
}

int cs_multicast_open(uint32_t interface, bool is_ipv6) {
  int fd = socket(is_ipv6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  if (is_ipv6) set(fd, IPPROTO_IPV6, IPV6_V6ONLY, 1);
  // Both: a program that sets only one of them would keep out one that sets only the other.
  set(fd, SOL_SOCKET, SO_REUSEADDR, 1);
  set(fd, SOL_SOCKET, SO_REUSEPORT, 1);
  struct sockaddr_storage address;
  socklen_t size = group(interface, is_ipv6, &address);
  // To the group and not to all addresses: what is sent to this machine alone is for the others
  // on this port.
  int result = bind(fd, (struct sockaddr *)&address, size) == 0 ? 0 : -errno;
  if (result == 0) result = is_ipv6 ? prepare_ipv6(fd, interface) : prepare_ipv4(fd, interface);
  if (result == 0) return fd;
  close(fd);
  return result;
}

bool cs_multicast_send(
    int socket, uint32_t interface, bool is_ipv6, const void *bytes, size_t count) {
  struct sockaddr_storage address;
  socklen_t size = group(interface, is_ipv6, &address);
  return sendto(socket, bytes, count, MSG_NOSIGNAL, (struct sockaddr *)&address, size) >= 0;
}

static uint32_t interface_of(struct msghdr *message) {
  for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level == IPPROTO_IP && part->cmsg_type == IP_PKTINFO) {
      struct in_pktinfo info;
      memcpy(&info, CMSG_DATA(part), sizeof info);
      return (uint32_t)info.ipi_ifindex;
    }
    if (part->cmsg_level == IPPROTO_IPV6 && part->cmsg_type == IPV6_PKTINFO) {
      struct in6_pktinfo info;
      memcpy(&info, CMSG_DATA(part), sizeof info);
      return info.ipi6_ifindex;
    }
  }
  return 0;
}

int64_t cs_multicast_receive(
    int socket, void *bytes, size_t count, void *address, uint32_t *interface) {
  struct sockaddr_storage from = {0};
  _Alignas(struct cmsghdr) char control[128];
  struct iovec place = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_name = &from,
      .msg_namelen = sizeof from,
      .msg_iov = &place,
      .msg_iovlen = 1,
      .msg_control = control,
      .msg_controllen = sizeof control,
  };
  ssize_t size = recvmsg(socket, &message, 0);
  if (size < 0) return -errno;
  memcpy(address, &from, sizeof(struct sockaddr_in6));
  *interface = interface_of(&message);
  return size;
}
