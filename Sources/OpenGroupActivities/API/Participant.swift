public import FoundationEssentials

/// A device that takes part in a session.
///
/// A person with two devices is two participants.
///
/// A device that leaves a session and comes back to it is the same participant.
public struct Participant: Hashable, Identifiable, Sendable, CustomStringConvertible {
  /// The same on every device of the session, another one in every other session.
  public let id: UUID

  /// Always true: everybody is on the same local network.
  public var isNearbyWithLocalParticipant: Bool { true }

  /// For logs.
  public var description: String { "Participant(\(id.uuidString))" }
}
