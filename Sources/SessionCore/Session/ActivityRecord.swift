/// What a session is about, as it travels: the core never looks inside `content`.
package struct ActivityRecord: Hashable, Sendable {
  /// Which kind of activity.
  ///
  /// Peers of different kinds do not talk.
  package var identifier: String
  /// The encoded activity.
  package var content: [UInt8]
  /// What an invitation shows.
  package var title: String
  package var subtitle: String
  /// The name of what people do together; empty for anything.
  package var kind: String
  /// For those who do not have the program, as its author wrote it; whole or empty.
  package var fallbackURL: String
  /// The session ends for everyone when its initiator leaves.
  package var endsWhenInitiatorLeaves: Bool

  package init(
    identifier: String,
    content: [UInt8],
    title: String = "",
    subtitle: String = "",
    kind: String = "",
    fallbackURL: String = "",
    endsWhenInitiatorLeaves: Bool = false
  ) {
    self.identifier = identifier
    self.content = content
    self.title = title
    self.subtitle = subtitle
    self.kind = kind
    // Cut, it would lead elsewhere.
    self.fallbackURL = fallbackURL.utf8.count <= WireLimits.fallbackURL ? fallbackURL : ""
    self.endsWhenInitiatorLeaves = endsWhenInitiatorLeaves
  }
}
