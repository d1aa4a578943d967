import Glibc

/// Who this device is.
extension BoardStore {
  /// The secret key of this device, 32 bytes: the same in every run, for as long as the folder stays
  /// where it is.
  ///
  /// A copied folder, or one that was brought back from a backup, is another device: two that said
  /// they were one could not meet. `makeNew` gives 32 random bytes and is asked only for a new key. A
  /// file that holds something else is an error and stays as it is. A folder of an earlier program,
  /// which had a number in place of a key, gets a key.
  package func deviceKey(makeNew: () -> [UInt8]) throws(BoardStoreError) -> [UInt8] {
    guard let text = try folder.read("device.key") else {
      let key = makeNew()
      if let refusal {
        // As before there were keys: the boards can be read all the same.
        if try folder.read("identity") != nil { return key }
        throw refusal
      }
      try folder.create("device.key", with: Self.text(of: key))
      try settle()
      for old in ["identity", "identity.place"] { try folder.remove(old) }
      return key
    }
    guard let key = Self.key(in: text) else {
      throw BoardStoreError(
        .unreadable,
        path: "\(path)/device.key",
        failure: "does not hold the key of a device",
        advice: "move it away to become a new device"
      )
    }
    guard refusal == nil, let place = keyPlace else { return key }
    let known = try folder.read("device.place")
    if known == nil { try settle() }
    guard let known, known != place else { return key }
    let other = makeNew()
    try folder.replace("device.key", with: Self.text(of: other))
    try settle()
    return other
  }

  /// Makes the folder another device, from its next start on.
  package func renewDeviceKey(makeNew: () -> [UInt8]) throws(BoardStoreError) {
    if let refusal { throw refusal }
    try folder.replace("device.key", with: Self.text(of: makeNew()))
    try settle()
  }

  /// Notes where the key is, after it was made.
  private func settle() throws(BoardStoreError) {
    guard let place = keyPlace else { return }
    try folder.replace("device.place", with: place)
  }

  /// Machine and inode of the key's file: no copy of it has the same.
  private var keyPlace: [UInt8]? {
    var facts = stat()
    guard lstat("\(path)/device.key", &facts) == 0 else { return nil }
    return RunSeal.machine + Array("\(facts.st_ino)\n".utf8)
  }

  private static let keyBytes = 32

  /// Two hexadecimal digits a byte, and a line feed.
  private static func text(of key: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return key.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [UInt8(ascii: "\n")]
  }

  private static func key(in text: [UInt8]) -> [UInt8]? {
    guard text.count == 2 * keyBytes + 1, text.last == UInt8(ascii: "\n") else { return nil }
    var key: [UInt8] = []
    for at in stride(from: 0, to: 2 * keyBytes, by: 2) {
      let pair = text[at...at + 1]
      guard pair.allSatisfy({ isDigit($0) }),
        let byte = UInt8(String(decoding: pair, as: UTF8.self), radix: 16)
      else { return nil }
      key.append(byte)
    }
    return key
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
