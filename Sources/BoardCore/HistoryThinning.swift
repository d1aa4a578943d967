/// Which moments of a board's past stay: of the last hour all, of the last day one an hour, then one
/// a day.
///
/// Thinning often or seldom comes to the same, but for the one keyframe that the last hour needs.
package enum HistoryThinning {
  private static let hour: UInt64 = 3_600_000
  private static let day: UInt64 = 24 * hour

  /// What is to be kept of these, which ascend by place; `now` in milliseconds since 1970.
  ///
  /// Changes stay from the last keyframe before the hour on, so that each of them can be shown. A
  /// moment that lies in the future by this clock counts as now.
  package static func kept(_ moments: [HistoryMoment], now: UInt64) -> [HistoryMoment] {
    let base = base(of: moments, now: now)
    var hours: Set<UInt64> = []
    var days: Set<UInt64> = []
    return moments.enumerated().filter { index, moment in
      let age = now - min(now, moment.time)
      // The first of each hour and day, also of those that stay anyway: the choice never changes.
      let isFirstOfHour = moment.isKeyframe && hours.insert(moment.time / hour).inserted
      let isFirstOfDay = moment.isKeyframe && days.insert(moment.time / day).inserted
      if index >= base || age < hour && moment.isKeyframe { return true }
      return age < day ? isFirstOfHour : isFirstOfDay
    }.map(\.element)
  }

  /// Whether there may be something to let go of, when the oldest keyframe is from this moment.
  package static func mayLetGo(of oldest: UInt64, now: UInt64) -> Bool {
    now - min(now, oldest) >= hour
  }

  /// The moments that a person chooses from, each once: of one step only its end, and a keyframe only
  /// where it shows what no change led to.
  package static func shown(_ moments: [HistoryMoment]) -> [HistoryMoment] {
    var seen: Set<HistoryGesture> = []
    let changes = Set(moments.lazy.filter { !$0.isKeyframe }.map(\.place))
    let distinct = moments.filter { !$0.isKeyframe || !changes.contains($0.place) }
    let latestFirst = distinct.reversed().filter { moment in
      guard case .change(let gesture?) = moment.kind else { return true }
      return seen.insert(gesture).inserted
    }
    return latestFirst.reversed()
  }

  /// Where what is kept without exception begins: the last keyframe that is older than an hour.
  private static func base(of moments: [HistoryMoment], now: UInt64) -> Int {
    let recent = moments.firstIndex { now - min(now, $0.time) < hour } ?? moments.count
    return moments[..<recent].lastIndex(where: \.isKeyframe)
      ?? moments.firstIndex(where: \.isKeyframe) ?? moments.count
  }
}
