import CSQLite
import Glibc

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

  /// Why, in a few words that fit a status line.
  package var brief: String {
    switch kind {
    case .unreadable: "the file is damaged"
    case .newerFormat: "made by a newer corkboard"
    case .closed: "the disk failed before"
    case .system(let code): Self.brief(system: code) ?? failure
    case .database(let code): Self.brief(database: code) ?? failure
    }
  }

  private static func brief(system code: Int32) -> String? {
    switch code {
    case ENOSPC, EDQUOT: "the disk is full"
    case EACCES, EPERM, EROFS: "its folder or file is read-only"
    case ENOENT: "its file is gone"
    case EFBIG: "no file may grow further here"
    default: nil
    }
  }

  private static func brief(database code: Int32) -> String? {
    switch code {
    case SQLITE_FULL: "the disk is full"
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: "its folder or file is read-only"
    case SQLITE_CANTOPEN: "its file cannot be opened"
    case SQLITE_IOERR: "the disk does not take it"
    case SQLITE_BUSY, SQLITE_LOCKED: "another program has its file"
    default: nil
    }
  }

  /// One line for a person.
  package var description: String { "\(path): \(failure); \(advice)" }
}
