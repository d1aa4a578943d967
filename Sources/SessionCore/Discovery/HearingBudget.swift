/// How many packets are looked at in one second: of one machine, and of all together.
///
/// So a flood costs little, and a flood from one machine hides nobody.
struct HearingBudget {
  static let perSource = 100
  static let all = 500

  private var began: Moment = .start
  private var counts: [[UInt8]: Int] = [:]
  private var total = 0

  /// Whether another packet of a machine is looked at.
  mutating func spend(on source: [UInt8], at now: Moment) -> Bool {
    if now - began >= .seconds(1) {
      began = now
      counts.removeAll(keepingCapacity: true)
      total = 0
    }
    guard total < HearingBudget.all, counts[source, default: 0] < HearingBudget.perSource else {
      return false
    }
    counts[source, default: 0] += 1
    total += 1
    return true
  }
}
