package import BoardCore

/// All that can happen to the user interface.
package enum AppEvent: Equatable, Sendable {
  case input(TerminalInput)
  case resized(columns: Int, rows: Int)
  /// The board is another one now. `made` is the note that this person's last edit created.
  case boardChanged(BoardPicture, made: NoteID?)
  /// Somebody let this person in: the notes of the board that was open until now.
  case otherBoardOpened(from: [PortableNote])
  case peopleChanged([Person])
  /// Who was heard on the network; `note` says why nobody can be.
  case nearbyChanged([NearbyPerson], note: String?)
  case cursorChanged(PeerKey, PeerCursor?)
  case visitorArrived(VisitorBanner)
  case visitorGone(UInt64)
  /// How an own invitation or knock stands; nil when it is over and needs no more words.
  case requestChanged(RequestPicture?)
  /// The invitation links that still let somebody in.
  case linksChanged([LinkPicture])
  /// The link that was asked for: a secret, shown and never kept.
  case linkMade(String)
  case syncChanged(SyncPicture)
  /// A line for the person, shown for some seconds.
  case notice(String, isError: Bool)
  /// The same, shown until this person has pressed a key.
  case lastingNotice(String)
  /// The same about a file or folder, which comes last and in as few words as it must.
  case fileNotice(String, path: String?)
  case replicaNotice(ReplicaNotice)
  /// What this program is: fixed at start but for the name.
  case identityChanged(IdentityPicture)
  /// The moment that `AppState.nextTick` asked for.
  case ticked
  /// The program ends, whoever wants it: what is under way is kept.
  case leaving
}

/// One other participant, for the panel and the status line.
package struct Person: Equatable, Sendable {
  package enum Presence: Equatable, Sendable { case here, quiet, gone }

  package var peer: PeerKey
  package var name: String
  package var device: String
  package var presence: Presence
  package var roundTripMilliseconds: Double?
  package var datagramsArrive: Bool
  package var address: String
  /// Four words that their screen shows of this person, too; empty without a connection.
  package var words: String
  /// Their replica on this board, once they said so: names movers and cursors.
  package var replica: ReplicaID?
  /// Edits on this board that they are not known to have; nil while they said nothing of it.
  package var missingCount: Int?

  package init(
    peer: PeerKey,
    name: String,
    device: String = "",
    presence: Presence = .here,
    roundTripMilliseconds: Double? = nil,
    datagramsArrive: Bool = true,
    address: String = "",
    words: String = "",
    replica: ReplicaID? = nil,
    missingCount: Int? = nil
  ) {
    self.peer = peer
    self.name = name
    self.device = device
    self.presence = presence
    self.roundTripMilliseconds = roundTripMilliseconds
    self.datagramsArrive = datagramsArrive
    self.address = address
    self.words = words
    self.replica = replica
    self.missingCount = missingCount
  }
}

/// Somebody who invites us or knocks.
package struct VisitorBanner: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case invitation, knock
    /// Nobody visits: another machine has this device's key, and a new one is offered.
    case copy
  }

  package var id: UInt64
  package var kind: Kind
  package var name: String
  package var device: String
  package var address: String
  /// Four words that stand on their screen, too, unless somebody is in between.
  package var words: String
  package var boardTitle: String
  /// "12 notes", as the inviter's program says it.
  package var boardSummary: String
  /// What people do there together: "make something".
  package var purpose: String
  /// Where those go who have no such program, as the inviter's program says it.
  package var link: String
  package var participantCount: Int
  /// Accepting leaves a session with others in it: the banner says so.
  package var leavesSession: Bool
  package var acquaintance: Acquaintance

  /// As much of a name is shown.
  static let nameColumns = 40

  package init(
    id: UInt64,
    kind: Kind,
    name: String,
    device: String = "",
    address: String = "",
    words: String = "",
    boardTitle: String = "",
    boardSummary: String = "",
    purpose: String = "",
    link: String = "",
    participantCount: Int = 1,
    leavesSession: Bool = false,
    acquaintance: Acquaintance = Acquaintance()
  ) {
    self.id = id
    self.kind = kind
    self.name = name
    self.device = device
    self.address = address
    self.words = words
    self.boardTitle = boardTitle
    self.boardSummary = boardSummary
    self.purpose = purpose
    self.link = link
    self.participantCount = participantCount
    self.leavesSession = leavesSession
    self.acquaintance = acquaintance
  }
}

/// An own invitation or knock under way.
package struct RequestPicture: Equatable, Sendable {
  package enum Phase: Equatable, Sendable { case dialling, ringing }

  package var isKnock: Bool
  /// The address as typed, or the name that the other side gave.
  package var target: String
  package var phase: Phase
  /// Four words that stand on their screen, too; empty while dialling.
  package var words: String
  /// What is known of the device that answers.
  package var acquaintance: Acquaintance

  package init(
    isKnock: Bool,
    target: String,
    phase: Phase,
    words: String = "",
    acquaintance: Acquaintance = Acquaintance()
  ) {
    self.isKnock = isKnock
    self.target = target
    self.phase = phase
    self.words = words
    self.acquaintance = acquaintance
  }
}

/// How safe the work is.
package struct SyncPicture: Equatable, Sendable {
  /// Own edits that no other peer is known to hold.
  package var unsharedCount: Int
  /// Somebody has some of them, or did: the count is news also while nobody is here.
  package var hasShared: Bool
  /// Nothing reaches the disk: said loudly.
  package var storageProblem: String?
  /// Why nothing can be written on this board; nil when it can.
  package var obstacle: WritingObstacle?

  package init(unsharedCount: Int = 0, hasShared: Bool = false, storageProblem: String? = nil) {
    self.unsharedCount = unsharedCount
    self.hasShared = hasShared
    self.storageProblem = storageProblem
  }
}

/// What this program is to others.
package struct IdentityPicture: Equatable, Sendable {
  package var name: String
  package var port: UInt16
  /// What others can type, best first, without the port.
  package var addresses: [String]
  /// A second program on a folder in use: nothing is kept.
  package var isGuest: Bool
  /// A guest's board has the title of one that is kept, and that another program has.
  package var isNamesake = false
  package var peer: PeerKey

  package init(
    name: String = "",
    port: UInt16 = 0,
    addresses: [String] = [],
    isGuest: Bool = false,
    peer: PeerKey = PeerKey(0)
  ) {
    self.name = name
    self.port = port
    self.addresses = addresses
    self.isGuest = isGuest
    self.peer = peer
  }
}
