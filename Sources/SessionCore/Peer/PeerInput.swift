/// All that can happen to a peer.
///
/// The shell passes each with the moment at which it happened.
package enum PeerInput: Sendable {
  // From the person, through the library.

  /// Found a session. `salt` is drawn by the shell's generator: see `SessionID`.
  case activate(salt: UInt128, ActivityRecord)
  case join(SessionID)
  case leave(SessionID)
  case end(SessionID)
  /// Put a participant out of the session, for everyone.
  case remove(SessionID, ParticipantID)
  case updateActivity(SessionID, ActivityRecord)
  case send(SessionID, payload: [UInt8], to: Recipients, delivery: Delivery)
  /// Invite whoever answers first at one of the addresses; `activity` is what the banner shows.
  ///
  /// With `expecting`, of whoever answers only that device.
  case invite(RequestID, SessionID, ActivityRecord, [Endpoint], expecting: DeviceID? = nil)
  /// Ask to be let into the session of whoever answers at one of the addresses.
  case knock(RequestID, activityIdentifier: String, [Endpoint], expecting: DeviceID? = nil)
  /// Come in by an invitation link.
  case redeem(RequestID, InvitationLink, activityIdentifier: String)
  /// Make an invitation link of 16 random bytes; it lets in so many devices within so long a time.
  case makeTicket([UInt8], uses: Int, life: Duration)
  case revokeTicket(TicketName)
  case cancel(RequestID)
  /// A person's answer to a visitor.
  case answer(RequestID, accept: Bool)
  /// The name that others see.
  case rename(String)
  /// A session that this device was in when its program last stopped without leaving.
  case resume(SessionRecord)
  /// Leave nothing behind: say goodbye on every link. `keepSession` stays in the roster.
  case stop(keepSession: Bool)

  // From the network.

  /// Somebody dialled us and proved to be a device. `since`: when the stream began. `binding`: 32
  /// secret bytes that both ends of the stream have, and nobody else.
  case linkAccepted(
    LinkID,
    from: Endpoint,
    device: DeviceID,
    binding: [UInt8],
    since: Moment
  )
  /// Somebody took the call that we made; who it is shows later.
  case linkReached(LinkID)
  /// The one that we dialled proved to be a device.
  case linkOpened(LinkID, device: DeviceID, binding: [UInt8])
  /// The stream is over, whoever closed it. No more input with this number follows.
  case linkClosed(LinkID, LinkEnding = .lost)
  case received(LinkID, [UInt8])
  /// How many bytes given to `.write` on this link still wait; sent when the number falls.
  case linkDrained(LinkID, waitingBytes: Int)
  /// An authentic datagram of a link's other side, each once. `isNewest`: sent after all others.
  case datagram(LinkID, Datagram, isNewest: Bool, from: Endpoint)

  /// The machine's interfaces, all of them, whenever anything about them changed.
  case interfaces([LocalInterface])
  /// What discovery heard, all of it: hints where to dial.
  case heard([NearbyDevice])

  /// The deadline has come.
  case woke
}

/// Why a stream is over.
package enum LinkEnding: Equatable, Sendable {
  case lost
  /// The other side speaks another protocol.
  case foreign
  /// Another device answered than the one that was meant; it learned nothing about us.
  case otherDevice
}

/// To whom a message goes.
///
/// The sender never receives its own.
package enum Recipients: Equatable, Sendable {
  case all
  case only(Set<ParticipantID>)
}

/// How a message travels.
package enum Delivery: UInt8, Equatable, Sendable {
  /// In order and without loss to everyone who is a participant now and stays one.
  case reliable
  /// At most once, in any order, or never.
  case unreliable
}
