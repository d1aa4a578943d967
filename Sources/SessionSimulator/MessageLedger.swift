import SessionCore

/// What was said in all sessions, and what of it each listener has heard.
struct MessageLedger {
  /// One direction of one kind of message.
  struct Way: Hashable {
    var session: SessionID
    var from: ParticipantID
    var delivery: Delivery
  }

  /// One run of a program that listens.
  struct Listener: Hashable {
    var way: Way
    var host: Int
    var run: Int
  }

  private struct Message {
    var hash: UInt64
    var recipients: Recipients
  }

  private var said: [Way: [Message]] = [:]
  private var heard: [Listener: Int] = [:]
  private var heardOnce: [Listener: [UInt64: Int]] = [:]

  mutating func say(_ payload: [UInt8], on way: Way, to recipients: Recipients) {
    said[way, default: []].append(Message(hash: Self.hash(payload), recipients: recipients))
  }

  /// False when a message was not said, not to this listener, or was heard already; of reliable
  /// ones also when a later one was heard before.
  mutating func hear(_ payload: [UInt8], by listener: Listener, as name: ParticipantID) -> Bool {
    let hash = Self.hash(payload)
    let messages = said[listener.way, default: []]
    func means(_ message: Message) -> Bool {
      guard message.hash == hash else { return false }
      if case .only(let chosen) = message.recipients { return chosen.contains(name) }
      return true
    }
    switch listener.way.delivery {
    case .reliable:
      let place = messages[heard[listener, default: 0]...].firstIndex(where: means)
      guard let place else { return false }
      heard[listener] = place + 1
      return true
    case .unreliable:
      let count = heardOnce[listener, default: [:]][hash, default: 0] + 1
      heardOnce[listener, default: [:]][hash] = count
      return messages.count(where: means) >= count
    }
  }

  private static func hash(_ payload: [UInt8]) -> UInt64 {
    (Array(payload.prefix(64)) + Array(payload.suffix(16)) + UInt64(payload.count).bytes).shortHash
  }
}

/// The invariant that each message is delivered once and to whom it is for, reliable ones in order.
extension SimulatedLAN {
  mutating func noteSent(_ input: PeerInput, _ host: Int) {
    guard case .send(let session, let payload, let recipients, let delivery) = input,
      let snapshot = hosts[host].session, snapshot.id == session
    else { return }
    let from = snapshot.localParticipant
    let way = MessageLedger.Way(session: session, from: from, delivery: delivery)
    ledger.say(payload, on: way, to: recipients)
  }

  /// Ends the simulation when something is delivered that must not be.
  ///
  /// Not once an enemy has changed streams: here nothing authenticates them, as TLS does.
  mutating func expectSent(_ event: PeerEvent, _ host: Int) {
    guard case .message(let session, let from, let payload, let delivery) = event else { return }
    let way = MessageLedger.Way(session: session, from: from, delivery: delivery)
    let listener = MessageLedger.Listener(way: way, host: host, run: hosts[host].run)
    let isDue = ledger.hear(payload, by: listener, as: participant(host))
    precondition(
      isDue || hasFlippedBits,
      "a message comes twice, out of order, or was for somebody else"
    )
  }
}
