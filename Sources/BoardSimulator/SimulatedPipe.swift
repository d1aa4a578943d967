/// One direction of a TCP connection: bytes in order, of which a cut loses all that is not received.
struct SimulatedPipe: Sendable {
  private var messages: [[UInt8]] = []
  /// How many bytes of the first message have arrived: no message yet.
  private var arrived = 0

  var isEmpty: Bool { messages.isEmpty }

  mutating func write(_ message: [UInt8]) { messages.append(message) }

  /// Lets so many bytes arrive.
  ///
  /// Returns the messages that they complete.
  mutating func read(bytes: Int) -> [[UInt8]] {
    var left = bytes
    var complete: [[UInt8]] = []
    while let first = messages.first, left >= first.count - arrived {
      left -= first.count - arrived
      complete.append(first)
      arrived = 0
      messages.removeFirst()
    }
    if !messages.isEmpty { arrived += left }
    return complete
  }

  mutating func cut() {
    messages = []
    arrived = 0
  }
}
