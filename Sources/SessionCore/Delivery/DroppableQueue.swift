/// Unreliable messages that wait for a slow TCP link: the latest 64 KiB, or one that is longer.
package struct DroppableQueue: Equatable, Sendable {
  private var payloads: [[UInt8]] = []
  package private(set) var byteCount = 0

  package var count: Int { payloads.count }

  package init() {}

  package mutating func append(_ payload: [UInt8]) {
    payloads.append(payload)
    byteCount += payload.count + 64
    while byteCount > WireLimits.droppableQueue, payloads.count > 1 {
      byteCount -= payloads.removeFirst().count + 64
    }
  }

  package mutating func takeFirst() -> [UInt8]? {
    guard !payloads.isEmpty else { return nil }
    let payload = payloads.removeFirst()
    byteCount -= payload.count + 64
    return payload
  }
}
