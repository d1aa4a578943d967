/// Reliable messages for one receiver: numbered from 1, kept until acknowledged, bounded.
package struct ReliableQueue: Equatable, Sendable {
  private var messages: [[UInt8]] = []
  /// How many of `messages` at its front were acknowledged and wait for compaction.
  private var head = 0
  /// The number of the next message to be appended.
  package private(set) var nextSequence: UInt64 = 1
  package private(set) var byteCount = 0
  /// The highest number written to the current link.
  private var written: UInt64 = 0
  /// When the receiver last acknowledged something, or the queue last began to wait.
  package private(set) var lastProgress: Moment = .start

  package init() {}

  package var isEmpty: Bool { head == messages.count }

  /// The number of the oldest message that can still be sent.
  package var firstAvailable: UInt64 { nextSequence - UInt64(messages.count - head) }

  /// False when the queue would hold more than its limit: the receiver is too slow.
  package mutating func append(_ payload: [UInt8], at now: Moment) -> Bool {
    // Every message counts for at least 64 bytes, so that empty ones are bounded too.
    let cost = max(payload.count, 64)
    guard byteCount + cost <= WireLimits.reliableQueue else { return false }
    if isEmpty { lastProgress = now }
    messages.append(payload)
    byteCount += cost
    nextSequence += 1
    return true
  }

  /// Forgets all messages up to a number; numbers that were never written are ignored.
  package mutating func acknowledge(through sequence: UInt64, at now: Moment) {
    guard sequence < nextSequence else { return }
    while firstAvailable <= sequence, head < messages.count {
      byteCount -= max(messages[head].count, 64)
      messages[head] = []
      head += 1
      lastProgress = now
    }
    if head > 64, head * 2 > messages.count {
      messages.removeFirst(head)
      head = 0
    }
  }

  /// A new link begins: everything that was not acknowledged is written again.
  package mutating func restart(at now: Moment) {
    written = firstAvailable - 1
    lastProgress = now
  }

  /// The next message that was not yet written to the current link.
  package mutating func nextToWrite() -> (sequence: UInt64, payload: [UInt8])? {
    let sequence = max(written + 1, firstAvailable)
    guard sequence < nextSequence else { return nil }
    written = sequence
    return (sequence, messages[head + Int(sequence - firstAvailable)])
  }

  /// The receiver went away: what waits is dropped, numbers go on.
  package mutating func drop() {
    messages = []
    head = 0
    byteCount = 0
  }
}
