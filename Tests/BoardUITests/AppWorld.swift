import BoardCore
import BoardUI
import TestSupport

/// The interface with a board that does at once what it is asked: no replica, no people of its own.
struct AppWorld {
  var state: AppState
  var now: Duration = .seconds(1)
  /// Everything asked for so far, but for cursors.
  var commands: [AppCommand] = []
  /// Where this person was last said to be.
  var cursor: AppCommand?
  private(set) var board: BoardPicture
  private var made: UInt64 = 100
  private var lifted: (note: NoteID, origin: BoardPoint)?

  init(columns: Int = 80, rows: Int = 24, _ board: BoardPicture = Fixture.board()) {
    state = AppState(columns: columns, rows: rows)
    self.board = board
    send(.identityChanged(Self.identity))
    send(.boardChanged(board, made: nil))
    commands = []
  }

  static let identity = IdentityPicture(
    name: "Ada",
    port: 26752,
    addresses: ["192.168.1.7"],
    peer: PeerKey(8)
  )

  mutating func send(_ event: AppEvent) {
    for command in state.update(event, at: now) { carryOut(command) }
  }

  /// Presses keys, one for each character.
  mutating func press(_ keys: String) {
    for key in keys { press(.character(key)) }
  }

  mutating func press(_ key: Key) { send(.input(.key(key))) }

  mutating func wait(_ time: Duration) {
    let end = now + time
    while let tick = state.nextTick, tick <= end {
      now = max(now, tick)
      send(.ticked)
    }
    now = end
  }

  /// Somebody else changes the board.
  mutating func changeBoard(_ change: (inout BoardPicture) -> Void) {
    change(&board)
    send(.boardChanged(board, made: nil))
  }

  mutating func takeCommands() -> [AppCommand] {
    defer { commands = [] }
    return commands
  }

  func note(_ number: UInt64) -> NotePicture? { board.notes.first { $0.id == Fixture.id(number) } }

  func screen(_ depth: ColorDepth = .direct, isASCII: Bool = false) -> Screen {
    Screen(Scene(state, at: now), theme: Theme(depth: depth, isASCII: isASCII))
  }

  /// The rows of the screen as text.
  var rows: [String] { Array(ScreenText(screen()).rows[1...state.rows]) }

  private mutating func carryOut(_ command: AppCommand) {
    if case .showCursor = command {
      cursor = command
      return
    }
    commands.append(command)
    if case .bring(let notes) = command { bring(notes) }
    guard case .edit(let edit) = command else { return }
    let new = apply(edit)
    send(.boardChanged(board, made: new))
  }

  private mutating func bring(_ notes: [PortableNote]) {
    for note in notes {
      _ = apply(.create(text: note.text, at: note.position, size: note.size, color: note.color))
    }
    send(.boardChanged(board, made: nil))
  }

  private mutating func apply(_ edit: BoardEdit) -> NoteID? {
    switch edit {
    case .create(let text, let place, let size, let color):
      made += 1
      let id = Fixture.id(made)
      board.notes.append(
        NotePicture(id: id, text: text, position: place, size: size, color: color)
      )
      return id
    case .editText(let id, let old, let new):
      change(id) { $0.text = TextMerge(base: old, mine: new, theirs: $0.text).text }
    case .setText(let id, let text): change(id) { $0.text = text }
    case .resize(let id, let size): change(id) { $0.size = size }
    case .recolor(let id, let color): change(id) { $0.color = color }
    case .raise(let id): shift(id, by: 1)
    case .lower(let id): shift(id, by: -1)
    case .delete(let id): board.notes.removeAll { $0.id == id }
    case .clear: board.notes = []
    case .setTitle(let title): board.title = title
    case .vote(let id):
      change(id) {
        $0.votes += $0.hasOwnVote ? -1 : 1
        $0.hasOwnVote.toggle()
      }
    case .undo, .redo, .group, .takeBack, .attach, .detach, .toFront, .toBack: break
    case .lift(let id): lifted = board.notes.first { $0.id == id }.map { (id, $0.position) }
    case .dragTo(let place, _):
      if let lifted { change(lifted.note) { $0.position = place } }
    case .drop: lifted = nil
    case .putBack:
      if let lifted { change(lifted.note) { $0.position = lifted.origin } }
      lifted = nil
    case .nudge(let id, let place): change(id) { $0.position = place }
    }
    return nil
  }

  private mutating func change(_ id: NoteID, _ change: (inout NotePicture) -> Void) {
    guard let index = board.notes.firstIndex(where: { $0.id == id }) else { return }
    change(&board.notes[index])
  }

  private mutating func shift(_ id: NoteID, by step: Int) {
    guard let index = board.notes.firstIndex(where: { $0.id == id }),
      board.notes.indices.contains(index + step)
    else { return }
    board.notes.swapAt(index, index + step)
  }
}

extension Person {
  static let bo = Person(
    peer: PeerKey(1),
    name: "Bo",
    device: "bo-laptop",
    roundTripMilliseconds: 0.42,
    address: "192.168.1.20:26752",
    words: "crab lunar otter fig",
    replica: ReplicaID(2),
    missingCount: 0
  )
  static let cy = Person(
    peer: PeerKey(2),
    name: "Cy",
    device: "den",
    presence: .quiet,
    address: "192.168.1.31:26753",
    replica: ReplicaID(3),
    missingCount: 3
  )
}
