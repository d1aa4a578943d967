/// All that a peer can ask of its shell.
///
/// Carried out in order.
package enum PeerEffect: Sendable, Equatable {
  /// Dial. With `expecting`, whoever proves to be another device is turned away unheard.
  case openLink(LinkID, Endpoint, expecting: DeviceID?)
  case write(LinkID, [UInt8])
  /// Close once everything written has gone out.
  case closeLink(LinkID)
  /// Seal with the keys of a link, and send. `index` is the other side's number for it.
  case sendDatagram(LinkID, Datagram, index: UInt32, to: Endpoint)
  /// Keep these bytes for the next run (nil: forget them).
  case store(SessionRecord?)
  case event(PeerEvent)
}

/// What a peer tells the outside.
package enum PeerEvent: Sendable, Equatable {
  /// A session to hand to the program. A session is offered once.
  case sessionOffered(SessionSnapshot)
  case sessionChanged(SessionSnapshot)
  case message(SessionID, from: ParticipantID, payload: [UInt8], delivery: Delivery)
  /// How an own invitation or knock stands.
  case request(RequestID, RequestStatus)
  /// Somebody asks; a person must answer.
  case visitor(Visitor)
  /// The question is void: cancelled, timed out, or the asker went away.
  case visitorGone(RequestID)
  /// A person here let this device in, or asked it and was let in; `name` is what it calls itself.
  ///
  /// Not whoever comes by a link, back into the session, or in by another member.
  case met(DeviceID, name: String)
  /// A member, here or elsewhere, put another one out of the session that this device is in.
  case removed(Removal)
  /// The invitation links that still let somebody in, whenever they or their uses changed.
  case tickets([TicketSnapshot])
  /// Another machine proved to have this device's key; told once a run.
  case copyMet(Endpoint)
  /// Everyone else in the session, sorted by participant, whenever anything about them changed.
  case people([PersonSnapshot])
}
