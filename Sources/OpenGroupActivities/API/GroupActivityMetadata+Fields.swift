extension GroupActivityMetadata {
  /// The kind of thing that people do.
  public struct ActivityType: Hashable, Sendable, Codable {
    let name: String

    /// Anything.
    public static let generic = ActivityType(name: "generic")
    /// Listening to something.
    public static let listenTogether = ActivityType(name: "listenTogether")
    /// Watching something.
    public static let watchTogether = ActivityType(name: "watchTogether")
    /// Exercise.
    public static let workoutTogether = ActivityType(name: "workoutTogether")
    /// Choosing and buying.
    public static let shopTogether = ActivityType(name: "shopTogether")
    /// Reading something.
    public static let readTogether = ActivityType(name: "readTogether")
    /// Looking around somewhere.
    public static let exploreTogether = ActivityType(name: "exploreTogether")
    /// Learning something.
    public static let learnTogether = ActivityType(name: "learnTogether")
    /// Making something.
    public static let createTogether = ActivityType(name: "createTogether")
    /// A game.
    public static let playTogether = ActivityType(name: "playTogether")

    /// What people do together, in a few words for a question to one of them: "make something".
    ///
    /// In English, and of this library alone; of a type that a newer library has it says so.
    public var meaning: String {
      switch self {
      case .generic, ActivityType(name: ""): "do something"
      case .listenTogether: "listen to something"
      case .watchTogether: "watch something"
      case .workoutTogether: "exercise"
      case .shopTogether: "choose and buy something"
      case .readTogether: "read something"
      case .exploreTogether: "look around somewhere"
      case .learnTogether: "learn something"
      case .createTogether: "make something"
      case .playTogether: "play something"
      default: "do something that this version does not know"
      }
    }
  }

  /// What happens when the one who started a session leaves it.
  public struct LifetimePolicy: Hashable, Sendable, Codable {
    let name: String

    /// The session goes on while anybody takes part.
    public static let automatic = LifetimePolicy(name: "automatic")
    /// The session ends for everyone.
    public static let endsWhenInitiatorLeaves = LifetimePolicy(name: "endsWhenInitiatorLeaves")
  }

  /// How an activity may be shown elsewhere.
  ///
  /// Carried, without effect here.
  public struct BroadcastOptions: OptionSet, Sendable, Codable {
    /// The options as bits.
    public let rawValue: Int

    /// Options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Video that is mirrored.
    public static let mirroredVideo = BroadcastOptions(rawValue: 1)
  }

  /// Which scene presents the activity.
  ///
  /// Carried, without effect here.
  public struct SceneAssociationBehavior: Equatable, Sendable, Codable {
    let name: String
    var identifier: String?

    /// The program's usual scene.
    public static let `default` = SceneAssociationBehavior(name: "default")
    /// No scene.
    public static let none = SceneAssociationBehavior(name: "none")

    /// The scene for some content.
    public static func content(_ id: String) -> SceneAssociationBehavior {
      SceneAssociationBehavior(name: "content", identifier: id)
    }
  }
}
