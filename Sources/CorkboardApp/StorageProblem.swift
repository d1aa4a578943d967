import BoardStore

/// Why nothing is kept, for a person.
struct StorageProblem: Equatable {
  /// A few words, for the line that is always in sight.
  let brief: String
  /// What happened, then what to do: all that must be seen.
  let words: String
  /// The file or folder, where there is one.
  let path: String?

  init(_ brief: String, _ words: String, path: String? = nil) {
    self.brief = brief
    self.words = words
    self.path = path.map { Surroundings.short($0) }
  }

  init(_ error: any Error) {
    guard let error = error as? BoardStoreError else {
      self.init("\(error)", "nothing is kept: \(error)")
      return
    }
    let again =
      switch error.kind {
      case .system, .database: "; it is tried again every 5 s"
      case .unreadable, .newerFormat, .closed: ""
      }
    let words = "nothing is kept: \(error.brief). \(error.sentence)\(again)."
    self.init(error.brief, words, path: error.path)
  }

  init(_ opening: BoardOpening) {
    if let cause = opening.cause {
      self.init(cause)
      return
    }
    let words = opening.words ?? "nothing is kept"
    self.init(opening.brief ?? words, words, path: opening.path)
  }

  /// All of it in one line.
  var text: String { path.map { "\(words) \($0)" } ?? words }
}

extension BoardStoreError {
  /// The advice, as it stands by itself.
  var sentence: String { advice.prefix(1).uppercased() + advice.dropFirst() }
}
