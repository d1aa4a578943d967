extension AppState {
  /// When the next `.ticked` is due, since start; nil while nothing on the screen changes alone.
  package var nextTick: Duration? {
    let noticeEnd = notices.filter { !$0.waitsForKey }.map(\.until).min()
    return [noticeEnd, nextFade, nextCommit, nextAge].compactMap { $0 }.min()
  }

  /// The next step of the wakes: all fade at once, so that a frame between costs nothing.
  private var nextFade: Duration? {
    guard !wakes.isEmpty else { return nil }
    return .milliseconds((Wake.step(of: moment) + 1) * Wake.stepMilliseconds)
  }

  /// When a text being typed is shown to the others.
  private var nextCommit: Duration? {
    guard case .editing(let editing) = mode, editing.isUncommitted else { return nil }
    let latest = (editing.waitsSince ?? editing.typedAt) + EditingMode.longestWait
    return min(editing.typedAt + EditingMode.commitDelay, latest)
  }

  mutating func tick() -> [AppCommand] {
    guard let nextCommit, nextCommit <= moment else { return [] }
    return commitText()
  }

  /// What time alone changes: notices end, wakes fade, a banner comes on the screen.
  mutating func settleTime() {
    notices.removeAll { !$0.waitsForKey && $0.until <= moment }
    let step = Wake.step(of: moment)
    for index in wakes.indices { wakes[index].fade(to: step) }
    wakes.removeAll { $0.cells.isEmpty }
    for index in visitors.indices {
      let isShown = index == 0 && showsBanner
      if !isShown {
        visitors[index].shownSince = nil
      } else if visitors[index].shownSince == nil {
        visitors[index].shownSince = moment
      }
    }
  }

  /// A key was pressed: lines that waited for one, and had been there for a while, go.
  mutating func noticesWereSeen() {
    notices.removeAll { $0.waitsForKey && $0.until <= moment }
  }

  /// A line for the person, shown for some seconds; with `untilKey`, then on until a key is pressed.
  ///
  /// At most three at once: those that wait for a key are the last to give way.
  @discardableResult
  mutating func say(
    _ text: String,
    isError: Bool = false,
    of path: String? = nil,
    about property: LostProperty? = nil,
    untilKey: Bool = false
  ) -> [AppCommand] {
    notices.removeAll { $0.text == text }
    let until = moment + .seconds(isError ? 6 : 4)
    var notice = Notice(text: text, isError: isError, until: until, path: path, property: property)
    notice.waitsForKey = untilKey
    notices.append(notice)
    while notices.count > 3 {
      notices.remove(at: notices.dropLast().firstIndex { !$0.waitsForKey } ?? 0)
    }
    return []
  }
}
