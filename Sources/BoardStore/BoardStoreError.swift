/// Why something on disk could not be read or kept, and what a person can do about it.
package struct BoardStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Kind: Equatable, Sendable {
    /// The system refused: permissions, a full disk, a missing folder.
    case system(code: Int32)
    /// The file is not what it should be. It is left as it is.
    case unreadable
    /// Made by a newer program. It is left as it is.
    case newerFormat(Int64)
    /// Nothing is written to it, as was said before.
    case closed
    /// The database engine's own reason.
    case database(code: Int32)
  }

  package var kind: Kind
  /// The file or folder.
  package var path: String
  /// What was tried and how it failed.
  package var failure: String
  /// What to try.
  package var advice: String

  package init(_ kind: Kind, path: String, failure: String, advice: String) {
    self.kind = kind
    self.path = path
    self.failure = failure
    self.advice = advice
  }

  /// One line for a person.
  package var description: String { "\(path): \(failure); \(advice)" }
}
