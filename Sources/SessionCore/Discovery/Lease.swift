/// How long something that was heard holds, and when to ask whether it still does.
struct Lease: Equatable {
  let received: Moment
  private let life: Duration
  private let spread: Int
  /// How often it was asked for since.
  private var asked = 0
  /// When it ends, unless it is said again.
  private(set) var expiry: Moment
  /// At 80, 85, 90 and 95 % of its life, or a little later.
  private(set) var nextQuestion: Moment?

  /// Nobody's word holds longer than ours would.
  ///
  /// `spread`: by so many thousandths of its life this device asks later than others.
  init(_ timeToLive: UInt32, at now: Moment, spread: Int) {
    received = now
    self.spread = spread
    life = .seconds(Int(min(timeToLive, DiscoveryLimits.timeToLive)))
    expiry = now + life
    scheduleQuestion()
  }

  private mutating func scheduleQuestion() {
    nextQuestion = asked < 4 ? received + life / 1_000 * (800 + 50 * asked + spread) : nil
  }

  /// Ends within a second: by a goodbye, or because others took its place.
  mutating func endSoon(at now: Moment) {
    expiry = min(expiry, now + DiscoveryLimits.goodbyeDelay)
    nextQuestion = nil
  }

  mutating func noteQuestion(at now: Moment) {
    while let due = nextQuestion, due <= now {
      asked += 1
      scheduleQuestion()
    }
  }

  /// Whether whoever said it need not say it again.
  func isFresh(at now: Moment) -> Bool {
    expiry == received + life && now - received < life / 2
  }

  /// Seconds that are left.
  func remaining(at now: Moment) -> UInt32 {
    UInt32(clamping: (expiry - now) / .milliseconds(1) < 0 ? 0 : (expiry - now).components.seconds)
  }
}
