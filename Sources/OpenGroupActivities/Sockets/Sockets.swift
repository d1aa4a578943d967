import CSystem
import Glibc
import SessionCore

/// Socket calls, each with the flags that all of ours need: non-blocking, closed on exec, no signal.
enum Sockets {
  /// A new socket, or nil with `errno` set.
  static func make(_ family: Int32, _ kind: __socket_type) -> Int32? {
    let flags = Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(family, Int32(kind.rawValue) | flags, 0)
    return descriptor >= 0 ? descriptor : nil
  }

  static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// What every TCP link needs: no waiting for more to send, and an end when nothing is
  /// acknowledged for 8 s.
  static func prepareLink(_ descriptor: Int32) {
    limitSegments(descriptor)
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 8_000)
  }

  /// Packets small enough for every path that IPv6 may take: where larger ones vanish without a word,
  /// a connection would stand still for ever.
  ///
  /// Before connecting, and on what listens: both ends tell the other their limit only once.
  static func limitSegments(_ descriptor: Int32) {
    set(descriptor, Int32(IPPROTO_TCP), TCP_MAXSEG, 1_200)
  }

  /// Datagrams go whole or not at all, whatever the system believes of the path.
  static func neverFragment(_ descriptor: Int32, isIPv6: Bool) {
    set(descriptor, Int32(IPPROTO_IP), IP_MTU_DISCOVER, IP_PMTUDISC_PROBE)
    if isIPv6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_MTU_DISCOVER, IPV6_PMTUDISC_PROBE) }
  }

  /// Begins to connect; nil when the system refuses at once.
  static func dial(_ endpoint: Endpoint) -> Int32? {
    let isIPv6 = endpoint.address.count == 16
    guard let address = SocketAddress(endpoint, onIPv6Socket: isIPv6),
      let descriptor = make(isIPv6 ? AF_INET6 : AF_INET, SOCK_STREAM)
    else { return nil }
    prepareLink(descriptor)
    let result = address.withPointer { connect(descriptor, $0, $1) }
    if result == 0 || errno == EINPROGRESS { return descriptor }
    close(descriptor)
    return nil
  }

  /// The outcome of a connection attempt: 0 or an error number.
  static func pendingError(_ descriptor: Int32) -> Int32 {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &value, &size) == 0 else { return errno }
    return value
  }

  /// A connection that waits, with its other end; else the negated error number.
  static func accept(_ listener: Int32) -> (result: Int32, from: Endpoint?) {
    var address = SocketAddress()
    let result = address.withMutablePointer { pointer, length in
      cs_accept(listener, pointer, length)
    }
    return (result, result >= 0 ? address.endpoint : nil)
  }

  /// Sends what the socket takes; the number of bytes, or nil when it takes none now.
  static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    return count >= 0 ? count : nil
  }

  /// Sends one datagram if the socket takes it now.
  static func sendDatagram(_ descriptor: Int32, _ bytes: [UInt8], _ address: SocketAddress) {
    _ = address.withPointer { pointer, length in
      sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, length)
    }
  }

  /// Receives one datagram; nil when none waits.
  static func receiveDatagram(
    _ descriptor: Int32,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, from: Endpoint)? {
    while true {
      var address = SocketAddress()
      let count = address.withMutablePointer { pointer, length in
        recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, pointer, length)
      }
      if count >= 0 {
        guard let from = address.endpoint else { continue }
        return (count, from)
      }
      // A refused datagram of ours is reported here once; the next one may wait behind it.
      if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      if errno != EINTR && errno != ECONNREFUSED { return nil }
    }
  }
}
