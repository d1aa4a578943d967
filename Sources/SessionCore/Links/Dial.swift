/// An attempt to reach somebody at one of several addresses.
///
/// A new one is tried every 250 ms, in order, or as soon as the last one failed; the first that
/// says hello wins.
struct Dial {
  static let stagger: Duration = .milliseconds(250)
  /// Addresses tried at most.
  static let endpointLimit = 16
  /// How often those who take a call and hang up at once are called again.
  ///
  /// A door before which a crowd stands lets its oldest strangers go, whoever they are.
  static let repeatLimit = 8

  private(set) var endpoints: [Endpoint]
  /// The only device that will do; nil for any.
  let expected: DeviceID?
  private(set) var deadline: Moment
  private(set) var tried = 0
  private(set) var nextAttempt: Moment
  private var repeats = 0
  /// Links of this attempt that are still open.
  var links: [LinkID] = []
  /// Another device answered than the one that is meant.
  var foundOther = false
  /// Something answered that is not of our kind.
  var foundStranger = false

  init(_ endpoints: [Endpoint], at now: Moment, limit: Duration, expecting device: DeviceID?) {
    expected = device
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

  /// More places were heard of meanwhile: they are next.
  mutating func add(_ places: [Endpoint], at now: Moment, limit: Duration) {
    let new = places.filter { !endpoints.contains($0) }
    guard !new.isEmpty, endpoints.count < Dial.endpointLimit else { return }
    endpoints.insert(contentsOf: new.prefix(Dial.endpointLimit - endpoints.count), at: tried)
    deadline = now + limit
  }

  /// A link failed: the next address need not wait.
  mutating func lost(_ link: LinkID, at now: Moment) {
    links.removeAll { $0 == link }
    nextAttempt = now
  }

  /// Somebody took the call and said nothing: they are called again, a little later.
  mutating func repeatLater(_ endpoint: Endpoint, at now: Moment) {
    guard repeats < Dial.repeatLimit else { return }
    repeats += 1
    endpoints.append(endpoint)
    nextAttempt = now + Dial.stagger
  }
}
