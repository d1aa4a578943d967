import BoardCore
import BoardStore
import BoardUI
import Glibc

/// Who may write in a folder: this process, or the program that has it.
enum BoardAccess {
  case own(BoardClerk)
  case program(CommandClient)

  /// How long two commands, or a command and a program that starts or ends, wait for each other.
  private static let patience = 5_000
  private static let pause = 10

  /// Takes the folder, or finds the program that has it.
  ///
  /// - Throws: when the one that has it does not listen.
  static func find(_ folder: String, homeTitle: String) throws -> BoardAccess {
    for _ in 0..<patience / pause {
      switch try BoardStore.open(folder) {
      case .opened(let store):
        let author = AuthorID(try store.deviceKey().device)
        return .own(BoardClerk(store: store, author: author, homeTitle: homeTitle))
      case .inUse:
        if let client = CommandClient(folder: folder) { return .program(client) }
        usleep(UInt32(pause) * 1_000)
      }
    }
    throw CommandFailure(unheard(folder))
  }

  /// Why the program that has a folder does not hear of a command, and what to do.
  private static func unheard(_ folder: String) -> String {
    guard access(folder, W_OK) != 0 else {
      return "another program has \(folder.visible) and takes no commands; end it and try again"
    }
    return "the corkboard that has \(folder.visible) open cannot be reached: where it would take"
      + " commands is in that folder, which is read-only; make the note in it"
  }

  /// Pieces in which notes are placed: all at once, but for a program, whose screen is not kept
  /// waiting and whose requests are bounded.
  private func batches(_ notes: [PortableNote]) -> [[PortableNote]] {
    guard case .program = self else { return [notes] }
    var batches: [[PortableNote]] = []
    var bytes = 0
    for note in notes {
      let size = note.text.utf8.count
      if let last = batches.last, last.count < 200, bytes + size <= 64_000 {
        batches[batches.count - 1].append(note)
        bytes += size
      } else {
        batches.append([note])
        bytes = size
      }
    }
    return batches
  }

  /// Brings notes to where they will be placed; returns those that go with `place` itself.
  ///
  /// Nothing is done with them before that, and nothing at all when it does not come.
  func stage(_ notes: [PortableNote]) throws -> [PortableNote] {
    var batches = batches(notes)
    let last = batches.popLast() ?? []
    for batch in batches { _ = try answer(.stage(notes: batch)) }
    return last
  }

  /// - Throws: `CommandFailure` with the reason when nothing was done.
  func answer(_ request: CommandRequest) throws -> CommandReply {
    let reply =
      switch self {
      case .own(let clerk): clerk.answer(request)
      case .program(let client): try client.answer(request)
      }
    if case .failed(let reason) = reply { throw CommandFailure(reason) }
    return reply
  }
}

extension BoardStore {
  /// Opens a folder for a program with a screen.
  ///
  /// A command has a folder for a moment only, and no program becomes a guest for that.
  static func openUnlessProgramHas(_ folder: String) throws(BoardStoreError) -> Opening {
    for _ in 0..<100 {
      if case .opened(let store) = try open(folder) { return .opened(store) }
      if CommandSocket.isAnswered(in: folder) { return .inUse }
      usleep(10_000)
    }
    return .inUse
  }
}
