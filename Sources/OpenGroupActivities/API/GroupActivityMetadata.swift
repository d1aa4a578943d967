public import FoundationEssentials
import SessionCore

/// What an invitation to an activity shows, and how its session behaves.
public struct GroupActivityMetadata: Equatable, Sendable, Codable {
  /// The kind of thing that people do.
  ///
  /// The default is `generic`.
  public var type: ActivityType = .generic
  /// Shown in the invitation.
  public var title: String?
  /// Shown in the invitation below the title.
  public var subtitle: String?
  /// For those who do not have the program.
  public var fallbackURL: URL?
  /// Carried, without effect here.
  public var preferredBroadcastOptions: BroadcastOptions = []
  /// Carried, without effect here.
  public var supportsContinuationOnTV = false
  /// Carried, without effect here.
  public var sceneAssociationBehavior: SceneAssociationBehavior = .default
  /// What happens when the one who started the session leaves it.
  public var lifetimePolicy: LifetimePolicy = .automatic

  /// Metadata with nothing set.
  public init() {}

  func record(identifier: String, content: [UInt8]) -> ActivityRecord {
    ActivityRecord(
      identifier: identifier,
      content: content,
      title: title ?? "",
      subtitle: subtitle ?? "",
      kind: type.name,
      fallbackURL: fallbackURL?.absoluteString ?? "",
      endsWhenInitiatorLeaves: lifetimePolicy == .endsWhenInitiatorLeaves
    )
  }
}
