import Glibc
import SessionCore
import Synchronization

/// Asks the system for the addresses of a name, on a thread of its own: that call blocks.
enum NameLookup {
  /// How long a person waits for it.
  static let limit = Duration.seconds(5)
  /// Calls that hang keep their threads; more than this many are not started.
  private static let mostThreads = 8
  private static let threads = Atomic<Int>(0)

  private typealias Answer = Result<[Endpoint], InvitationError>

  /// The addresses of a name, in the system's order of preference, at most 16.
  ///
  /// - Throws: `.unknownHost`, `.lookupTimedOut`, `.cancelled`.
  static func endpoints(
    of name: String,
    port: UInt16,
    limit: Duration = limit
  ) async throws(InvitationError) -> [Endpoint] {
    let slot = OneAnswer<Answer>()
    let timeout = Task {
      try await Task.sleep(for: limit)
      slot.give(.failure(.lookupTimedOut(name)))
    }
    defer { timeout.cancel() }
    startThread(name, port) { slot.give($0) }
    let answer = await withTaskCancellationHandler {
      await slot.wait()
    } onCancel: {
      slot.give(.failure(.cancelled))
    }
    return try answer.get()
  }

  private static func startThread(
    _ name: String,
    _ port: UInt16,
    _ body: @escaping @Sendable (Answer) -> Void
  ) {
    guard threads.add(1, ordering: .relaxed).newValue <= mostThreads else {
      threads.subtract(1, ordering: .relaxed)
      return body(.failure(.lookupTimedOut(name)))
    }
    let started = DetachedThread.start {
      body(lookUp(name, port))
      threads.subtract(1, ordering: .relaxed)
    }
    if !started {
      threads.subtract(1, ordering: .relaxed)
      body(.failure(.lookupTimedOut(name)))
    }
  }

  private static func lookUp(_ name: String, _ port: UInt16) -> Answer {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(name, nil, &hints, &list) == 0 else { return .failure(.unknownHost(name)) }
    defer { freeaddrinfo(list) }
    var found: [Endpoint] = []
    var next = list
    while let info = next, found.count < 16 {
      next = info.pointee.ai_next
      guard let pointer = info.pointee.ai_addr, let address = SocketAddress(copying: pointer),
        var endpoint = address.endpoint
      else { continue }
      endpoint.port = port
      if !found.contains(endpoint) { found.append(endpoint) }
    }
    return found.isEmpty ? .failure(.unknownHost(name)) : .success(found)
  }
}
