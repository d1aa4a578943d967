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
    self.init((error as? BoardStoreError)?.brief ?? "\(error)", "nothing is kept: \(error)")
  }

  init(_ opening: BoardOpening) {
    let text = opening.problem ?? "nothing is kept"
    self.init(opening.brief ?? text, text)
  }
}
