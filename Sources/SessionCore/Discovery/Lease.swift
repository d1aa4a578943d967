/// How long something that was heard holds, and when to ask whether it still does.
struct Lease: Equatable {
  private(set) var received: Moment
  private let life: Duration
  private let spread: Int
  /// How often it was asked for since.
  private var asked = 0
  /// When it ends sooner than it said, by a goodbye or because others took its place.
  private var end: Moment?

  /// Nobody's word holds longer than ours would.
  ///
  /// `spread`: by so many thousandths of its life this device asks later than others.
  init(_ timeToLive: UInt32, at now: Moment, spread: Int) {
    received = now
    self.spread = spread
    life = .seconds(Int(min(timeToLive, DiscoveryLimits.timeToLive)))
    if timeToLive == 0 { end = now + DiscoveryLimits.goodbyeDelay }
  }

  var expiry: Moment { end ?? received + life }

  /// Ends within a second, unless it is said again.
  mutating func endSoon(at now: Moment) {
    end = min(expiry, now + DiscoveryLimits.goodbyeDelay)
  }

  /// At 80, 85, 90 and 95 % of its life, or a little later.
  var nextQuestion: Moment? {
    guard end == nil, asked < 4 else { return nil }
    return received + life / 1_000 * (800 + 50 * asked + spread)
  }

  mutating func noteQuestion(at now: Moment) {
    while let due = nextQuestion, due <= now { asked += 1 }
  }

  /// Whether whoever said it need not say it again.
  func isFresh(at now: Moment) -> Bool {
    end == nil && now - received < life / 2
  }

  /// Seconds that are left.
  func remaining(at now: Moment) -> UInt32 {
    UInt32(clamping: (expiry - now) / .milliseconds(1) < 0 ? 0 : (expiry - now).components.seconds)
  }
}
