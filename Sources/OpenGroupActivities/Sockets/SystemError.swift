import Glibc

/// The system's words for its error numbers.
enum SystemError {
  /// What somebody else keeps to themselves.
  static let inUse = EADDRINUSE

  static func text(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
