package import BoardCore

/// All that the user interface knows.
///
/// Changes only in `update`.
package struct AppState: Equatable, Sendable {
  /// The moment of the last event, since start.
  package internal(set) var moment: Duration = .zero
  package internal(set) var columns: Int
  package internal(set) var rows: Int

  package internal(set) var board = BoardPicture()
  package internal(set) var people: [Person] = []
  package internal(set) var cursors: [PeerKey: PeerCursor] = [:]
  /// Who was heard on the network, and what there is to say about hearing.
  package internal(set) var nearby: [NearbyPerson] = []
  package internal(set) var nearbyNote: String?
  package internal(set) var request: RequestPicture?
  /// The links that this person made and that still let somebody in.
  package internal(set) var links: [LinkPicture] = []
  package internal(set) var sync = SyncPicture()
  package internal(set) var identity = IdentityPicture()

  /// Who waits for an answer, the first comer first.
  package internal(set) var visitors: [WaitingVisitor] = []
  /// What those were called who were here in this run, by the replicas that they had.
  var knownNames: [ReplicaID: String] = [:]
  package internal(set) var notices: [Notice] = []
  package internal(set) var wakes: [Wake] = []
  /// What others changed or deleted at the same time, the newest last.
  ///
  /// `U` makes one after the other this person's again.
  package internal(set) var lost: [LostWork] = []

  package internal(set) var mode: Mode = .browsing
  /// Whether the panel of people is open.
  package var showsPeople: Bool { if case .people = mode { true } else { false } }
  /// The note that keys act on.
  package internal(set) var focus: NoteID?
  /// Where the focus was last seen: when its note is gone, the nearest note gets it.
  package internal(set) var focusFrame = BoardFrame(x: 0, y: 0, width: 1, height: 1)
  /// The part of the board that is on the screen.
  ///
  /// Moved by this person's keys alone.
  package internal(set) var view: BoardFrame
  /// This person has moved about: what others do no longer chooses what is shown.
  package internal(set) var hasOwnView = false
  /// Until then what arrives on a board that was empty still chooses what is shown.
  package internal(set) var viewSettles: Duration?
  /// The color of the next new note.
  package internal(set) var nextColor: NoteColor?
  /// This person undid or redid something: what comes of it is shown, wherever it is.
  package internal(set) var followsOwnChange = false
  /// What is to happen once the note that was asked for is there.
  package internal(set) var expectation: Expectation = .nothing
  /// Who last took a note out of this person's hand.
  package internal(set) var goneNote: GoneNote?
  /// What the others were last told about this person's place.
  package internal(set) var toldCursor: ToldCursor?

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    view = BoardFrame(x: 0, y: 0, width: max(0, columns), height: max(0, rows - 1))
  }

  /// What this person is doing: decides what a key means.
  package enum Mode: Equatable, Sendable {
    case browsing
    case editing(EditingMode)
    case moving(MovingMode)
    case prompt(PromptMode)
    case clearQuestion
    case endQuestion
    case keepQuestion(KeepQuestion)
    case bringQuestion(BringQuestion)
    case help(PanelScroll)
    case people(PeopleMode)
    case link(LinkMode)
    case removeQuestion(RemoveQuestion)
  }

  /// Characters are text now, not commands.
  package var isWriting: Bool {
    switch mode {
    case .editing, .prompt: true
    case .browsing, .moving, .clearQuestion, .endQuestion, .keepQuestion, .bringQuestion, .help,
      .people, .link, .removeQuestion:
      false
    }
  }

  /// What a new note is for.
  package enum Expectation: Equatable, Sendable {
    case nothing
    case focus
    /// The editor was left before the note was there: its text.
    case text(String)
  }

  /// A place as told to the others.
  package struct ToldCursor: Equatable, Sendable {
    var place: BoardPoint
    var note: NoteID?
    var isEditing: Bool
  }
}

/// A visitor and since when the banner has been on the screen.
package struct WaitingVisitor: Equatable, Sendable {
  package var banner: VisitorBanner
  package var shownSince: Duration?
}

/// A line for the person that goes away by itself, or with a key.
package struct Notice: Equatable, Sendable {
  package var text: String
  package var isError: Bool
  /// When it goes, at the earliest.
  package var until: Duration
  /// It goes with the first key from then on: whoever looked away finds it.
  package var waitsForKey = false
  /// What it is about: shown behind the text, as much of it as there is room for.
  package var path: String?
  /// What two changed at the same time: the line ends once that is another way.
  package var property: LostProperty?
}
