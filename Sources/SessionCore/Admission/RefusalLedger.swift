/// Remembers whom a person refused: after three refusals a device is not shown for 10 minutes.
package struct RefusalLedger: Equatable, Sendable {
  package static let patience = 3
  package static let silence: Duration = .seconds(600)
  /// Devices remembered at most; the one refused longest ago is forgotten first.
  package static let capacity = 64

  private struct Entry: Equatable {
    var count: Int
    var last: Moment
  }

  private var entries: [DeviceID: Entry] = [:]

  package init() {}

  package func isMuted(_ device: DeviceID, at now: Moment) -> Bool {
    guard let entry = entries[device], entry.count >= RefusalLedger.patience else { return false }
    return now - entry.last < RefusalLedger.silence
  }

  package mutating func refuse(_ device: DeviceID, at now: Moment) {
    let known = entries[device].flatMap { now - $0.last < RefusalLedger.silence ? $0.count : nil }
    entries[device] = Entry(count: (known ?? 0) + 1, last: now)
    guard entries.count > RefusalLedger.capacity else { return }
    let oldest = entries.min { ($0.value.last, $0.key) < ($1.value.last, $1.key) }
    if let oldest { entries[oldest.key] = nil }
  }

  package mutating func welcome(_ device: DeviceID) { entries[device] = nil }
}
