/// What a replicator asks of the program.
///
/// Carried out in order: what is kept is kept before it is sent.
package enum ReplicaEffect: Equatable, Sendable {
  /// Append these encoded operations to the log on disk.
  case keep([[UInt8]])
  /// Keep this state; it holds all that was kept before, and what comes later builds on it.
  case keepSnapshot([UInt8])
  /// Somebody knows operations of this replica that are not here: call `renew` with a new id.
  case replicaIDMustChange
  case send([UInt8], to: ReplicaRecipients, ReplicaDelivery)
  /// `picture` is another one now.
  case pictureChanged
  /// Somebody's cursor is elsewhere (nil: gone).
  case cursorChanged(PeerKey, PeerCursor?)
  /// Something that a person must be told.
  case notice(ReplicaNotice)
}

package enum ReplicaRecipients: Equatable, Sendable {
  case all
  case only(PeerKey)
}

package enum ReplicaDelivery: Equatable, Sendable {
  case reliable
  case unreliable
}
