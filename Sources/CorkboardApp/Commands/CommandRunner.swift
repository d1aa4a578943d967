import BoardCore
import BoardStore
import BoardUI
import Glibc

/// Carries out one command and says what came of it.
struct CommandRunner {
  /// The data folder.
  let folder: String
  /// This person's name, for the title of their own board.
  let name: String

  /// - Throws: an error that `BoardClerk.reason` has a line for.
  func run(_ command: BoardCommand) throws {
    switch command {
    case .boards(let isJSON): try printBoards(isJSON)
    case .list(let isJSON, let board): try printNotes(isJSON, board)
    case .add(let text, let board): try add(text, board)
    case .export(let format, let moment, let board): try export(format, moment, board)
    case .importFile(let path, let board): try importFile(path, board)
    case .history(let isJSON, let board): try printHistory(isJSON, board)
    case .deleteHistory(let board): try deleteHistory(board)
    }
  }

  // MARK: Reading

  /// The folder as it is now, beside whatever program has it.
  private var store: BoardStore { BoardStore.reading(folder) }

  func stored() throws -> StoredBoards {
    guard access("\(folder)/boards", F_OK) == 0 else { return StoredBoards() }
    return try store.boards()
  }

  private func read(_ board: StoredBoard) throws -> BoardReplicator {
    let log = try file(of: board).load()
    if let damage = log.damage { throw damage }
    return try BoardReplicator(reading: log, of: board)
  }

  func file(of board: StoredBoard) throws -> BoardFile {
    guard let file = try store.readBoard(board.id) else { throw BoardClerk.missing }
    return file
  }

  /// All that can be read; then, one line each, those that cannot.
  private func printBoards(_ isJSON: Bool) throws {
    let list = try stored()
    var lines: [String] = []
    var problems = list.unreadable.map { "\($0)" }
    for board in list.boards {
      do {
        let line = BoardLine(board, try read(board))
        lines.append(isJSON ? line.json : line.plain)
      } catch let error as BoardStoreError {
        problems.append("\(error)")
      } catch {
        problems.append("\(board.path): \(BoardClerk.reason(error))")
      }
    }
    try StandardOutput.write(lines.map { "\($0)\n" }.joined())
    for problem in problems.dropLast() { Surroundings.writeError("corkboard: \(problem.visible)") }
    if let problem = problems.last { throw CommandFailure(problem.visible) }
  }

  private func printNotes(_ isJSON: Bool, _ name: String?) throws {
    let board = try stored().board(named: name)
    let picture = try read(board).picture
    warnOfUnkept(board)
    let lines = picture.notes.enumerated().map { z, note in
      isJSON ? BoardExport.value(of: note, z: z).text : Self.plain(note)
    }
    try StandardOutput.write(lines.map { "\($0)\n" }.joined())
  }

  /// Says so when a program has more of the board than the disk.
  ///
  /// Reading waits for nobody: a program that gives no answer in a second is let be.
  private func warnOfUnkept(_ board: StoredBoard) {
    guard let client = CommandClient(folder: folder, patience: 1),
      case .made(_, let warning?) = try? client.answer(.keeping(board: board.id))
    else { return }
    Surroundings.writeError("corkboard: \(warning.visible)")
  }

  /// The id, the place, and the text on one line.
  private static func plain(_ note: NotePicture) -> String {
    let text = note.text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
    return "\(note.id.text)  \(note.position.x),\(note.position.y)  \(text.visibleLine)"
  }

  private func export(
    _ format: BoardExport.Format,
    _ moment: String?,
    _ name: String?
  ) throws {
    let board = try stored().board(named: name)
    let picture = try moment.map { try past(board, at: $0) } ?? read(board).picture
    if moment == nil { warnOfUnkept(board) }
    let text = try BoardExport.text(of: picture, as: format)
    try StandardOutput.write(StandardOutput.isTerminal ? text.visibleOnTerminal : text)
    Surroundings.writeError("corkboard: \(format.rawValue) leaves out \(format.leavesOut)")
  }

  // MARK: Writing

  private func add(_ text: String?, _ name: String?) throws {
    let text = try text ?? StandardInput.note()
    guard !text.isEmpty else { throw CommandFailure("there is no text to add") }
    let list = try stored()
    let isFirst = name == nil && list.boards.isEmpty
    let board = isFirst ? nil : try list.board(named: name).id
    guard text.utf8.count <= BoardLimits.textBytes else {
      throw CommandFailure(
        "a note holds \(BoardLimits.textBytes) bytes of text, and this is \(text.utf8.count);"
          + " make several notes of it"
      )
    }
    let reply = try writer().answer(.add(board: board, text: text))
    try printMade(reply)
  }

  func writer() throws -> BoardAccess {
    try BoardAccess.find(folder, homeTitle: "\(name)’s board")
  }

  private func printMade(_ reply: CommandReply) throws {
    guard case .made(let notes, let warning) = reply else { return }
    if let warning { Surroundings.writeError("corkboard: \(warning.visible)") }
    try StandardOutput.write(notes.map { "\($0.text)\n" }.joined())
  }

  /// Checks all of a file, then makes its notes, the lowest first.
  private func importFile(_ path: String, _ into: String?) throws {
    let bytes = try StandardInput.file(path)
    let board: PortableBoard
    do {
      board = try PortableBoard(file: bytes)
    } catch {
      throw CommandFailure("\(path.visible): \(error.message.visible); nothing was imported")
    }
    let target = try into.map { try stored().board(named: $0) }
    let writer = try writer()
    let last = try writer.stage(board.notes)
    guard let id = try target?.id ?? make(board.title ?? Self.title(of: path), writer) else {
      return
    }
    let reply = try writer.answer(.place(board: id, notes: last))
    guard case .made(let made, let warning) = reply else { return }
    if let warning { Surroundings.writeError("corkboard: \(warning.visible)") }
    try StandardOutput.write("\(id.text)\n")
    let count = made.count
    Surroundings.writeError("corkboard: \(count) \(count == 1 ? "note" : "notes") imported")
  }

  private func make(_ title: String, _ writer: BoardAccess) throws -> BoardID? {
    guard case .board(let made) = try writer.answer(.make(title: title.cutToTitle)) else {
      return nil
    }
    return made
  }

  /// The name of the file without what follows its last dot.
  private static func title(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let title = stem.isEmpty || stem == "-" ? "Imported" : stem
    return title
  }
}

extension BoardReplicator {
  /// A board as it was kept, to look at.
  init(reading log: StoredLog, of board: StoredBoard) throws {
    self.init(board: board.id, title: board.title, replica: ReplicaID(0), author: AuthorID(0))
    try load(log)
  }

  /// What a file keeps of a board.
  mutating func load(_ log: StoredLog) throws {
    try load(snapshot: log.snapshot, operations: log.operations)
  }
}
