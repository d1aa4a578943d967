/// How a kind of activity is named in public: devices with one in common find each other.
enum ActivityMark {
  /// 64 bits of the hash of an activity's identifier, as 16 hexadecimal digits.
  static func of(_ identifier: String) -> String {
    SystemCryptography.sha256(Array(identifier.utf8)).prefix(8).map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }
    .joined()
  }
}
