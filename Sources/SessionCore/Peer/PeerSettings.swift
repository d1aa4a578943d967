/// Every tunable of the protocol, with its unit and its reason.
package struct PeerSettings: Equatable, Sendable {
  /// The port on which this peer listens, TCP and UDP alike.
  package var port: UInt16 = 0
  /// Participants in one session, this one included: a full mesh beyond this was never tried.
  package var participantLimit = 32
  /// A ping goes out when nothing else did for this long.
  package var pingInterval: Duration = .seconds(1)
  /// Silence after which a participant is shown as quiet.
  package var quietAfter: Duration = .seconds(3)
  /// Silence after which a participant no longer counts as active.
  package var goneAfter: Duration = .seconds(8)
  /// How long a person may take to answer.
  package var answerLimit: Duration = .seconds(120)

  /// The kinds of activity that the program takes part in; invitations to others hear "not our
  /// kind".
  ///
  /// Empty: any.
  package var activityIdentifiers: Set<String> = []

  package init() {}
}
