import BoardCore
import BoardUI
import OpenGroupActivities
import Synchronization

/// The ways out.
extension EventLoop {
  /// How long leaving waits for somebody to say that they have the last edits, in nanoseconds.
  private static let answerNanoseconds: UInt64 = 300_000_000

  /// A leaving that waits for the others' answer.
  struct Leaving {
    let deadline: UInt64
    let endsSession: Bool
  }

  /// Leaves the session and the program, and says what stays.
  ///
  /// Whoever is here is asked what they have of this person's work; a key, or the end of a short
  /// while, is enough to go without an answer.
  func leave(endingSession endsSession: Bool = false) {
    guard ending == nil, leaving == nil else { return }
    take(.leaving)
    let now = LoopExecutor.now
    let isAnybodyHere = sync != nil && lastPeople.contains { $0.presence == .here }
    let wait = isAnybodyHere && replicator.unsharedCount > 0 ? Self.answerNanoseconds : 0
    leaving = Leaving(deadline: now + wait, endsSession: endsSession)
    guard wait > 0 else { return finishLeaving() }
    replicate { replicator, _, effects in replicator.askWhatIsShared(into: &effects) }
  }

  /// Goes once somebody has everything, or it takes too long.
  func goOnLeaving(_ now: UInt64) {
    guard let leaving, leaving.deadline <= now || replicator.unsharedCount == 0 else { return }
    finishLeaving()
  }

  func finishLeaving() {
    guard let leaving, ending == nil else { return }
    if leaving.endsSession { sync?.session.end() }
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
      // A goodbye under a key that another machine goes on with would be that one's, too.
      await people.stop(keepingSession: staying || hasNewKey)
      // What the network gave last must be on disk before the program ends.
      records.finish()
      await recordsTask?.value
      if hasNewKey { shelf.keep(session: nil) }
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
