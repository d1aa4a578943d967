import BoardUI
import Glibc
import OpenGroupActivities

/// What comes from the terminal: typing and signals.
extension EventLoop {
  func readTerminal(_ now: UInt64) {
    switch terminal.read(into: &typed) {
    // A key while the last edits are on their way: this person would rather go.
    case .bytes where leaving != nil: finishLeaving()
    case .bytes: type(decoder.feed(typed), now)
    case .wouldBlock: break
    case .hungUp: hangUp()
    }
  }

  /// Escape alone and the beginning of a sequence look alike: time tells.
  func endEscape() {
    escapeDeadline = nil
    guard leaving == nil else { return }
    // What waits to be read came in time: it was this program that was slow.
    if case .bytes = terminal.read(into: &typed) {
      type(decoder.feed(typed), LoopExecutor.now)
    } else {
      type(decoder.timeout(), LoopExecutor.now)
    }
  }

  private func type(_ inputs: [TerminalInput], _ now: UInt64) {
    var rest = inputs[...]
    while ending == nil, leaving == nil, let input = nextInput(&rest) {
      take(.input(input), at: now)
    }
    let limit =
      Surroundings.variable("SSH_CONNECTION") == nil
      ? Self.escapeNanoseconds : Self.slowEscapeNanoseconds
    escapeDeadline = decoder.isWaiting ? now + limit : nil
  }

  /// The next input; a run of characters at once where they are text.
  ///
  /// Key by key, thousands of them would hold up everything else.
  private func nextInput(_ rest: inout ArraySlice<TerminalInput>) -> TerminalInput? {
    guard state.isWriting else { return rest.popFirst() }
    var text = ""
    let run = rest.prefix { input in
      guard case .key(.character(let character)) = input else { return false }
      text.append(character)
      return true
    }
    guard run.count > 1 else { return rest.popFirst() }
    rest = rest.dropFirst(run.count)
    return .paste(text)
  }

  func takeSignals() {
    for signal in terminal.takeSignals() where ending == nil {
      switch signal {
      case .resized:
        take(.resized(columns: terminal.size.columns, rows: terminal.size.rows))
      case .terminate(SIGINT): leave()
      case .terminate(let number): end(Ending(status: 128 + number, message: ""), staying: true)
      case .suspend: terminal.suspend()
      case .resumed: isDirty = true
      case .hangUp: hangUp()
      }
    }
  }

  /// The window was closed: nobody left, so the session is kept for the next start.
  private func hangUp() {
    executor.remove(terminal.inputDescriptor)
    end(Ending(status: 128 + SIGHUP, message: ""), staying: true)
  }
}
