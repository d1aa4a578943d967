/// What is known of the peers that can be reached, and what is asked of them now.
struct SyncState: Sendable {
  struct KnownPeer: Sendable {
    var replica: ReplicaID?
    var cursorNumber: UInt64?
    /// Until then others are asked: it did not answer.
    var silentUntil: Duration?
  }

  /// One request for missing operations at a time.
  struct Pull: Sendable {
    var peer: PeerKey
    /// When to stop waiting for the next part.
    var deadline: Duration
    /// What was known when it was asked.
    var known: VersionVector
    /// What the peer knew when it showed that it knows more.
    var heard: VersionVector?
    /// The snapshot that comes as the answer, and its next part.
    var reader: SnapshotReader?
    var snapshot: UInt64 = 0
    var nextPart = 0
  }

  /// A snapshot on its way to a peer: no more of it is under way than one window.
  ///
  /// What waits in a queue to a slow peer is a burden to both, and holds up what is made meanwhile.
  struct Outgoing: Sendable {
    static let partBytes = 16 << 10
    static let window = 4
    /// Bytes of all snapshots that are on their way at once.
    static let totalBytes = 64 << 20

    let number: UInt64
    let bytes: [UInt8]
    /// The next part to send.
    var next = 0
    /// When the peer is taken to have given up.
    var deadline: Duration

    var count: Int { max(1, (bytes.count + Self.partBytes - 1) / Self.partBytes) }
  }

  /// More than a session has participants.
  static let heldPeers = 64
  static let digestPause = Duration.seconds(1)
  /// From so many notes on, a newcomer's first board is shown in another call than it is joined.
  static let largeBoardNotes = 500
  /// Long enough for whatever waits to be looked at, too short to be seen.
  static let showPause = Duration.milliseconds(2)
  /// How long to wait for an operation that should be on its way.
  static let gapPause = Duration.milliseconds(200)
  static let pullPause = Duration.seconds(2)
  /// How long to wait for the next part of a snapshot: one window over a slow line.
  static let partPause = Duration.seconds(10)
  /// How long a snapshot is held for a peer that takes no more of it: longer than it waits itself.
  static let heldPause = Duration.seconds(30)
  /// How long who did not answer waits for its next turn.
  static let silencePause = Duration.seconds(10)
  /// Bytes of one answer: the rest is pulled again.
  static let answerBytes = 256 << 10
  /// Answers above this are compared with a snapshot.
  static let largeAnswerBytes = 64 << 10

  var peers: [PeerKey: KnownPeer] = [:]
  /// What each peer is known to hold of what is known here, also of those who are gone.
  ///
  /// Of at most `heldPeers`.
  var held: [PeerKey: VersionVector] = [:]
  /// How many own operations some peer is known to hold.
  var sharedOwn: UInt64 = 0
  /// Other ids under which this device wrote on this board.
  var earlierRuns: [EarlierRun] = []
  var nextDigest: Duration?
  var pull: Pull?
  var outgoing: [PeerKey: Outgoing] = [:]
  var snapshotNumber: UInt64 = 0
  /// A peer showed that something is missing; asked at the deadline unless it came by itself.
  var gap: (peer: PeerKey, dot: Dot?)?
  var gapDeadline: Duration?
  /// Peers whose messages were made by a newer program.
  var newer: Set<PeerKey> = []
  /// For each peer the digest at which its board was last found to differ.
  var differing: [PeerKey: UInt64] = [:]
  /// How much of what was made under each own id each other replica is known to have known.
  var knownOwn: [ReplicaID: VersionVector] = [:]
  /// Own operations up to here were made in earlier runs.
  var earlierOwn: UInt64 = 0
  /// How many own operations there were when another machine was found to write under this id.
  var madeBeforeLoss: UInt64?
}

/// Where this person is, and when to say so again.
struct OwnCursor: Sendable {
  static let pause = Duration.milliseconds(50)
  /// One repetition, since a datagram may be lost.
  static let repeatPause = Duration.milliseconds(500)

  var cursor: PeerCursor?
  var number: UInt64 = 0
  var lastSent: Duration?
  var deadline: Duration?
  /// Whether what is due is the repetition.
  var isRepeating = false
}
