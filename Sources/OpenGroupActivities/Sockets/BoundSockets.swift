import Glibc
import SessionCore

/// A TCP listener and a UDP socket on one port number.
///
/// Both families in one socket each when the machine has IPv6, IPv4 alone when it has not.
/// Whoever holds the value closes the descriptors.
struct BoundSockets: Sendable {
  let listener: Int32
  let datagrams: Int32
  let port: UInt16
  let isIPv6: Bool

  /// How many ports above the preferred one are tried.
  static let triedAbove: UInt16 = 40

  /// Binds as the settings say.
  ///
  /// - Throws: `PeopleError.portTaken`, `.noFreePort`, `.portNotAllowed`, `.system`.
  static func bind(
    _ choice: PeopleSettings.Port,
    loopbackOnly: Bool
  ) throws(PeopleError) -> BoundSockets {
    let family = usableFamily(loopbackOnly)
    switch choice {
    case .fixed(0), .preferred(0), .any:
      return try bindAny(family, loopbackOnly)
    case .fixed(let port):
      switch attempt(port, family, loopbackOnly) {
      case .success(let sockets): return sockets
      case .failure(let error): throw error
      }
    case .preferred(let port):
      let last = port.addingReportingOverflow(triedAbove)
      let range = port...(last.overflow ? .max : last.partialValue)
      for port in range {
        switch attempt(port, family, loopbackOnly) {
        case .success(let sockets): return sockets
        case .failure(.portTaken): continue
        case .failure(let error): throw error
        }
      }
      throw .noFreePort(range)
    }
  }

  private static func bindAny(
    _ family: Int32,
    _ loopbackOnly: Bool
  ) throws(PeopleError) -> BoundSockets {
    // The system chooses a TCP port; that number may be taken in UDP, so try some.
    for _ in 0..<40 {
      switch attempt(0, family, loopbackOnly) {
      case .success(let sockets): return sockets
      case .failure(.portTaken): continue
      case .failure(let error): throw error
      }
    }
    throw .noFreePort(1_024...UInt16.max)
  }

  private static func usableFamily(_ loopbackOnly: Bool) -> Int32 {
    guard !loopbackOnly, let probe = Sockets.make(AF_INET6, SOCK_DGRAM) else { return AF_INET }
    defer { close(probe) }
    // With IPv6 switched off, sockets can still be made but not bound.
    return bind(probe, port: 0, AF_INET6, loopbackOnly) == nil ? AF_INET6 : AF_INET
  }

  private static func attempt(
    _ port: UInt16,
    _ family: Int32,
    _ loopbackOnly: Bool
  ) -> Result<BoundSockets, PeopleError> {
    guard let listener = Sockets.make(family, SOCK_STREAM) else { return failure("socket", port) }
    guard let datagrams = Sockets.make(family, SOCK_DGRAM) else {
      defer { close(listener) }
      return failure("socket", port)
    }
    func fail(_ call: String) -> Result<BoundSockets, PeopleError> {
      defer {
        close(listener)
        close(datagrams)
      }
      return failure(call, port)
    }
    // On TCP alone: on UDP it would let another process take the port.
    Sockets.set(listener, SOL_SOCKET, SO_REUSEADDR, 1)
    Sockets.limitSegments(listener)
    Sockets.set(datagrams, SOL_SOCKET, SO_RCVBUF, 1 << 20)
    Sockets.neverFragment(datagrams, isIPv6: family == AF_INET6)
    if let call = bind(listener, port: port, family, loopbackOnly) { return fail(call) }
    guard listen(listener, 128) == 0 else { return fail("listen") }
    let chosen = boundPort(listener)
    if let call = bind(datagrams, port: chosen, family, loopbackOnly) { return fail(call) }
    return .success(
      BoundSockets(
        listener: listener,
        datagrams: datagrams,
        port: chosen,
        isIPv6: family == AF_INET6
      )
    )
  }

  private static func failure(
    _ call: String,
    _ port: UInt16
  ) -> Result<BoundSockets, PeopleError> {
    switch errno {
    case EADDRINUSE: .failure(.portTaken(port))
    case EACCES, EPERM: .failure(.portNotAllowed(port))
    default: .failure(.system(call: call, errno: errno))
    }
  }

  /// The name of the call that failed, with `errno` set; nil when it is bound.
  private static func bind(
    _ descriptor: Int32,
    port: UInt16,
    _ family: Int32,
    _ loopbackOnly: Bool
  ) -> String? {
    let isIPv6 = family == AF_INET6
    if isIPv6 { Sockets.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    let host: [UInt8] = loopbackOnly ? [127, 0, 0, 1] : Array(repeating: 0, count: isIPv6 ? 16 : 4)
    let endpoint = Endpoint(address: host, port: port)
    guard let address = SocketAddress(endpoint, onIPv6Socket: isIPv6) else { return "bind" }
    return address.withPointer { Glibc.bind(descriptor, $0, $1) } == 0 ? nil : "bind"
  }

  /// Lets the port go.
  func release() {
    close(listener)
    close(datagrams)
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16 {
    var address = SocketAddress()
    _ = address.withMutablePointer { getsockname(descriptor, $0, $1) }
    return address.endpoint?.port ?? 0
  }
}
