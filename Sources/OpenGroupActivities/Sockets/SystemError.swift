import Glibc

/// The system's words for its error numbers.
enum SystemError {
  static func text(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }
}
