import BoardCore
import BoardStore
import BoardUI

/// Commands from the shell, while this program has the folder.
extension EventLoop {
  /// From now on `corkboard add` appears on this screen.
  func openDesk() {
    guard let store = shelf.store else { return }
    do {
      desk = CommandDesk(try CommandListener.open(for: store.path), on: executor)
    } catch {
      take(.notice("Commands from the shell do not arrive: \(error.message)", isError: true))
    }
  }

  func closeDesk() {
    desk?.end()
    desk = nil
  }

  /// Does what a command asks: on the board that is open, else in the folder.
  func answer(_ request: CommandRequest) -> CommandReply {
    let open = replicator.boardID
    let picture = replicator.picture
    switch request {
    case .add(let board, let text) where board ?? open == open:
      return add([picture.note(of: text)], isImport: false)
    case .place(open, let notes): return add(notes, isImport: true)
    case .keeping(open): return .made([], warning: unkept)
    case .forget(open): return forgetHistory()
    case .add, .place, .make, .stage, .keeping, .forget: break
    }
    guard let store = shelf.store else { return .failed("this program keeps no boards") }
    return BoardClerk(store: store, author: AuthorID(shelf.device), homeTitle: picture.title)
      .answer(request)
  }

  /// What is to be said to whoever reads the board from disk; nil when all of it is there.
  private var unkept: String? {
    shelf.problem.map { problem in
      "the corkboard that has \(replicator.picture.title) open holds what is not kept"
        + " (\(problem.brief)); this is what the disk has"
    }
  }

  /// The history of the board that is open; it begins again with what comes next.
  private func forgetHistory() -> CommandReply {
    guard shelf.deleteHistory() else {
      return .failed("nothing was deleted: \(shelf.problem?.text ?? "the board is not kept")")
    }
    return .made([], warning: nil)
  }

  /// Notes that come from elsewhere: what this person holds and sees stays as it is.
  private func add(_ notes: [PortableNote], isImport: Bool) -> CommandReply {
    do {
      try replicator.picture.check(notes, isImport: isImport)
    } catch {
      return .failed(error.message)
    }
    let made = addToBoard(notes)
    guard made.count == notes.count else {
      return .failed(obstacle?.words ?? BoardClerk.refused.message)
    }
    let warning = shelf.problem.map { "it is on the board, but \($0.text)" }
    return .made(made, warning: warning)
  }
}
