#include "CSystem.h"

#include <errno.h>
#include <linux/if_addr.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_route(uint32_t groups, int flags) {
  int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | flags, NETLINK_ROUTE);
  if (fd < 0) return -errno;
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = groups};
  if (bind(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
  int error = errno;
  close(fd);
  return -error;
}

typedef int (*take_message)(const struct nlmsghdr *message, void *out, int count, int capacity);

// Takes the messages of one packet; 1 when it was the last packet, 0 when more follow.
static int take_packet(
    const struct nlmsghdr *message, size_t size, take_message take, void *out, int *count,
    int capacity) {
  for (; NLMSG_OK(message, size); message = NLMSG_NEXT(message, size)) {
    if (message->nlmsg_type == NLMSG_DONE) return 1;
    if (message->nlmsg_type == NLMSG_ERROR) return -EIO;
    if (*count < capacity) *count += take(message, out, *count, capacity);
  }
  return 0;
}

// Asks the kernel for a list and hands each message of it on.
static int list(int kind, take_message take, void *out, int capacity) {
  int fd = open_route(0, 0);
  if (fd < 0) return fd;
  struct {
    struct nlmsghdr header;
    struct rtgenmsg body;
  } request = {
      .header = {
          .nlmsg_len = NLMSG_LENGTH(sizeof(struct rtgenmsg)),
          .nlmsg_type = (uint16_t)kind,
          .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
          .nlmsg_seq = 1,
      },
      .body = {.rtgen_family = AF_UNSPEC},
  };
  struct timeval limit = {.tv_sec = 1};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  int count = 0;
  int result = send(fd, &request, request.header.nlmsg_len, 0) < 0 ? -errno : 0;
  _Alignas(struct nlmsghdr) char buffer[32768];
  while (result == 0) {
    ssize_t size = recv(fd, buffer, sizeof buffer, 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      result = size < 0 ? -errno : -EIO;
      break;
    }
    result = take_packet(
        (const struct nlmsghdr *)buffer, (size_t)size, take, out, &count, capacity);
  }
  close(fd);
  return result < 0 ? result : count;
}

static void copy_text(char *out, size_t room, const struct rtattr *attribute) {
  size_t size = RTA_PAYLOAD(attribute);
  if (size >= room) size = room - 1;
  memcpy(out, RTA_DATA(attribute), size);
  out[size] = 0;
}

static uint32_t link_flags(unsigned flags) {
  return (flags & IFF_UP ? (uint32_t)CS_LINK_UP : 0u)
      | (flags & IFF_RUNNING ? (uint32_t)CS_LINK_RUNNING : 0u)
      | (flags & IFF_LOOPBACK ? (uint32_t)CS_LINK_LOOPBACK : 0u)
      | (flags & IFF_POINTOPOINT ? (uint32_t)CS_LINK_POINT_TO_POINT : 0u)
      | (flags & IFF_MULTICAST ? (uint32_t)CS_LINK_MULTICAST : 0u);
}

static int take_link(const struct nlmsghdr *message, void *out, int count, int capacity) {
  (void)capacity;
  if (message->nlmsg_type != RTM_NEWLINK) return 0;
  const struct ifinfomsg *info = NLMSG_DATA(message);
  cs_link *link = (cs_link *)out + count;
  *link = (cs_link){
      .index = (uint32_t)info->ifi_index,
      .flags = link_flags(info->ifi_flags),
      .hardware = info->ifi_type,
  };
  int size = (int)message->nlmsg_len - (int)NLMSG_LENGTH(sizeof *info);
  const struct rtattr *attribute = IFLA_RTA(info);
  for (; RTA_OK(attribute, size); attribute = RTA_NEXT(attribute, size)) {
    switch (attribute->rta_type & NLA_TYPE_MASK) {
      case IFLA_IFNAME:
        copy_text(link->name, sizeof link->name, attribute);
        break;
      case IFLA_MASTER:
        if (RTA_PAYLOAD(attribute) >= 4) memcpy(&link->master, RTA_DATA(attribute), 4);
        break;
      case IFLA_LINKINFO: {
        const struct rtattr *inner = RTA_DATA(attribute);
        int rest = (int)RTA_PAYLOAD(attribute);
        for (; RTA_OK(inner, rest); inner = RTA_NEXT(inner, rest)) {
          if ((inner->rta_type & NLA_TYPE_MASK) == IFLA_INFO_KIND) {
            copy_text(link->kind, sizeof link->kind, inner);
          }
        }
        break;
      }
      default:
        break;
    }
  }
  return 1;
}

int cs_list_links(cs_link *out, int capacity) {
  return list(RTM_GETLINK, take_link, out, capacity);
}

static int take_address(const struct nlmsghdr *message, void *out, int count, int capacity) {
  (void)capacity;
  if (message->nlmsg_type != RTM_NEWADDR) return 0;
  const struct ifaddrmsg *info = NLMSG_DATA(message);
  if (info->ifa_family != AF_INET && info->ifa_family != AF_INET6) return 0;
  cs_link_address *address = (cs_link_address *)out + count;
  *address = (cs_link_address){
      .index = info->ifa_index,
      .count = info->ifa_family == AF_INET ? 4 : 16,
      .prefix = info->ifa_prefixlen,
  };
  bool is_found = false;
  int size = (int)message->nlmsg_len - (int)NLMSG_LENGTH(sizeof *info);
  const struct rtattr *attribute = IFA_RTA(info);
  uint32_t flags = info->ifa_flags;
  for (; RTA_OK(attribute, size); attribute = RTA_NEXT(attribute, size)) {
    int kind = attribute->rta_type & NLA_TYPE_MASK;
    if (kind == IFA_FLAGS && RTA_PAYLOAD(attribute) >= 4) memcpy(&flags, RTA_DATA(attribute), 4);
    // On links between two points, IFA_ADDRESS is the other end's.
    bool is_own = kind == IFA_LOCAL || (kind == IFA_ADDRESS && !is_found);
    if (!is_own || RTA_PAYLOAD(attribute) < address->count) continue;
    memcpy(address->bytes, RTA_DATA(attribute), address->count);
    is_found = true;
  }
  return is_found && !(flags & (IFA_F_TENTATIVE | IFA_F_DADFAILED));
}

int cs_list_addresses(cs_link_address *out, int capacity) {
  return list(RTM_GETADDR, take_address, out, capacity);
}

int cs_watch_links(void) {
  return open_route(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR, SOCK_NONBLOCK);
}

bool cs_take_link_changes(int watch) {
  char buffer[8192];
  bool found = false;
  while (true) {
    ssize_t size = recv(watch, buffer, sizeof buffer, 0);
    if (size > 0) {
      found = true;
    } else if (size < 0 && errno == ENOBUFS) {
      // More came than the socket holds: changes all the same.
      found = true;
    } else if (size >= 0 || errno != EINTR) {
      return found;
    }
  }
}
