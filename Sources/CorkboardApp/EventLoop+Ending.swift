import BoardCore
import BoardUI
import OpenGroupActivities
import Synchronization

/// The ways out.
extension EventLoop {
  /// Leaves the session and the program, and says what stays.
  func leave() {
    take(.leaving)
    _ = shelf.recover(&replicator)
    let lost = shelf.unkept(replicator)
    let isLost = lost != nil
    let status = isLost ? Main.Status.failed : Main.Status.done
    end(Ending(status: status, message: farewell(losing: lost), isError: isLost), staying: false)
  }

  /// Ends the program.
  ///
  /// `staying` keeps this person's place in the session for the next start.
  func end(_ ending: Ending, staying: Bool) {
    guard self.ending == nil else { return }
    take(.leaving)
    self.ending = ending
    closeDesk()
    requestTask?.cancel()
    exitStatus.store(ending.status, ordering: .relaxed)
    Task {
      await people.stop(keepingSession: staying)
      // What the network gave last must be on disk before the program ends.
      records.finish()
      await recordsTask?.value
      closeShelf()
      say(ending)
      // This job has woken the loop, which looks at `hasEnded` next.
      hasEnded = true
    }
  }

  /// The last word, on a terminal that is the shell's again.
  private func say(_ ending: Ending) {
    terminal.close()
    guard !ending.message.isEmpty else { return }
    if ending.isError { Surroundings.writeError(ending.message) } else { print(ending.message) }
  }

  /// What is lost, and what makes the next run keep it.
  private func parting(_ problem: StorageProblem, losing lost: String) -> String {
    let place = shelf.path.map { "; see to the folder \(Surroundings.short($0))" } ?? ""
    return "\(lost) not kept: \(problem.brief)\(shelf.isUnfit ? "" : place)"
  }

  private func farewell(losing lost: String?) -> String {
    let count = replicator.picture.notes.count
    let notes = count == 1 ? "1 note" : "\(count) notes"
    var line = shelf.isGuest ? "\(notes) on the board, nothing kept: a guest" : "\(notes) kept"
    if let problem = shelf.problem {
      line = lost.map { parting(problem, losing: $0) } ?? "nothing is lost: \(problem.brief)"
    }
    let unshared = replicator.unsharedCount
    guard unshared > 0, replicator.hasShared || !state.people.isEmpty else { return line }
    return line + "; \(unshared == 1 ? "1 edit" : "\(unshared) edits") nobody else has"
  }
}
