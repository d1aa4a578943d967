/// An attempt to reach somebody at one of several addresses.
///
/// A new one is tried every 250 ms, in order, or as soon as the last one failed; the first that
/// says hello wins.
struct Dial {
  static let stagger: Duration = .milliseconds(250)
  /// Addresses tried at most.
  static let endpointLimit = 16

  let endpoints: [Endpoint]
  let deadline: Moment
  private(set) var tried = 0
  private(set) var nextAttempt: Moment
  /// Links of this attempt that are still open.
  var links: [LinkID] = []
  /// Something answered that is not of our kind.
  var foundStranger = false

  init(_ endpoints: [Endpoint], at now: Moment, limit: Duration) {
    self.endpoints = Array(endpoints.prefix(Dial.endpointLimit))
    deadline = now + limit
    nextAttempt = now
  }

  var isExhausted: Bool { tried == endpoints.count && links.isEmpty }

  /// When something is to be done.
  var nextDeadline: Moment {
    tried < endpoints.count ? min(nextAttempt, deadline) : deadline
  }

  /// The next address if its time has come.
  mutating func nextEndpoint(at now: Moment) -> Endpoint? {
    guard tried < endpoints.count, nextAttempt <= now else { return nil }
    defer { tried += 1 }
    nextAttempt = now + Dial.stagger
    return endpoints[tried]
  }

  /// A link failed: the next address need not wait.
  mutating func lost(_ link: LinkID, at now: Moment) {
    links.removeAll { $0 == link }
    nextAttempt = now
  }
}
