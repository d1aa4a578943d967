import BoardStore

/// Why nothing is kept, for a person.
struct StorageProblem: Equatable {
  /// A few words, for the line that is always in sight.
  let brief: String
  /// All of it: the file, what failed and what to do.
  let text: String

  init(_ brief: String, _ text: String) {
    self.brief = brief
    self.text = text
  }

  init(_ error: any Error) {
    guard let error = error as? BoardStoreError else {
      self.init("\(error)", "nothing is kept: \(error)")
      return
    }
    self.init(error.brief, Self.text(error))
  }

  /// What to do comes first: a path can be longer than there is room for.
  private static func text(_ error: BoardStoreError) -> String {
    switch error.kind {
    case .system, .database:
      "nothing is kept: \(error.brief). \(error.advice): keeping is tried again every 5 s. "
        + "\(Surroundings.short(error.path)) \(error.failure)"
    case .unreadable, .newerFormat, .closed: "nothing is kept: \(error)"
    }
  }

  init(_ opening: BoardOpening) {
    if let cause = opening.cause {
      self.init(cause)
      return
    }
    let text = opening.problem ?? "nothing is kept"
    self.init(opening.brief ?? text, text)
  }
}
