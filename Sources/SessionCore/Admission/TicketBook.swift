/// The links that this peer has made and that still let somebody in, judged by its clock alone.
package struct TicketBook: Equatable, Sendable {
  /// Links at a time.
  package static let capacity = 16
  /// Uses of one link.
  package static let mostUses = 31
  package static let longestLife: Duration = .seconds(7 * 86_400)
  /// Wrong proofs after which a link is burnt.
  package static let patience = 3

  private struct Ticket: Equatable {
    var token: [UInt8]
    var uses: Int
    var usesLeft: Int
    var end: Moment
    var failures = 0
    /// Removed from the session after the link was made: it is no new invitation for them.
    var barred: Set<DeviceID> = []
  }

  private var tickets: [TicketName: Ticket] = [:]

  package init() {}

  /// False when there are too many, or it would let in nobody.
  package mutating func make(
    _ name: TicketName,
    token: [UInt8],
    uses: Int,
    life: Duration,
    at now: Moment
  ) -> Bool {
    expire(at: now)
    guard tickets.count < TicketBook.capacity, (1...TicketBook.mostUses).contains(uses),
      life > .zero, life <= TicketBook.longestLife, tickets[name] == nil
    else { return false }
    tickets[name] = Ticket(token: token, uses: uses, usesLeft: uses, end: now + life)
    return true
  }

  /// Uses a link up by one; false when it does not let this device in.
  ///
  /// An unknown one costs as much time as a wrong proof.
  package mutating func redeem(
    _ redemption: Redemption,
    on ends: WordExchange.Ends,
    at now: Moment,
    _ cryptography: Cryptography
  ) -> Bool {
    expire(at: now)
    let known = tickets[redemption.ticket]
    let token = known?.token ?? [UInt8](repeating: 0, count: InvitationLink.tokenCount)
    let expected = Redemption.proof(token: token, on: ends, cryptography)
    let isProven = expected.isEqualInConstantTime(to: redemption.proof)
    guard var ticket = known else { return false }
    if !isProven {
      ticket.failures += 1
    } else if !ticket.barred.contains(ends.dialler) {
      ticket.usesLeft -= 1
    }
    let isOver = ticket.usesLeft == 0 || ticket.failures >= TicketBook.patience
    tickets[redemption.ticket] = isOver ? nil : ticket
    return isProven && !ticket.barred.contains(ends.dialler)
  }

  package mutating func revoke(_ name: TicketName) { tickets[name] = nil }

  package mutating func revokeAll() { tickets = [:] }

  /// A device was removed: links that were made before do not let it in again.
  package mutating func bar(_ device: DeviceID) {
    for name in tickets.keys { tickets[name]?.barred.insert(device) }
  }

  package mutating func expire(at now: Moment) {
    tickets = tickets.filter { now < $0.value.end }
  }

  /// When the next link ends by itself.
  package var nextEnd: Moment? { tickets.values.map(\.end).min() }

  /// The links, the one that ends first at the beginning.
  package func snapshots(at now: Moment) -> [TicketSnapshot] {
    tickets.map { name, ticket in
      TicketSnapshot(
        name: name,
        uses: ticket.uses,
        usesLeft: ticket.usesLeft,
        timeLeft: ticket.end - now
      )
    }
    .sorted { ($0.timeLeft, $0.name) < ($1.timeLeft, $1.name) }
  }
}

/// What its maker sees of a link.
package struct TicketSnapshot: Equatable, Sendable {
  package var name: TicketName
  package var uses: Int
  package var usesLeft: Int
  /// At the moment when this was told.
  package var timeLeft: Duration

  package init(name: TicketName, uses: Int, usesLeft: Int, timeLeft: Duration) {
    self.name = name
    self.uses = uses
    self.usesLeft = usesLeft
    self.timeLeft = timeLeft
  }
}
