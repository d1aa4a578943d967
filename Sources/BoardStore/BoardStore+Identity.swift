package import BoardCore
import Glibc

/// Who this device is.
extension BoardStore {
  /// The same in every run, for as long as the folder stays where it is.
  ///
  /// A copied folder, or one that was brought back from a backup, is another device: two that said
  /// they were one could not meet. `random` gives 128 random bits and is asked only for a new one. A
  /// file that holds something else is an error and stays as it is.
  package func identity(random: () -> UInt128) throws(BoardStoreError) -> AuthorID {
    guard let bytes = try folder.read("identity") else {
      let value = random()
      if let refusal { throw refusal }
      try folder.create("identity", with: Self.text(of: value))
      try settle()
      return AuthorID(value)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasSuffix("\n"), let value = BoardFileName.number(String(text.dropLast())) else {
      throw BoardStoreError(
        .unreadable,
        path: "\(path)/identity",
        failure: "does not hold an identity",
        advice: "move it away to become a new device"
      )
    }
    guard refusal == nil, let place = identityPlace else { return AuthorID(value) }
    let known = try folder.read("identity.place")
    if known == nil { try settle() }
    guard let known, known != place else { return AuthorID(value) }
    let other = random()
    try folder.replace("identity", with: Self.text(of: other))
    try settle()
    return AuthorID(other)
  }

  /// Notes where the identity is, after it was made.
  private func settle() throws(BoardStoreError) {
    guard let place = identityPlace else { return }
    try folder.replace("identity.place", with: place)
  }

  /// Machine and inode of the identity's file: no copy of it has the same.
  private var identityPlace: [UInt8]? {
    var facts = stat()
    guard lstat("\(path)/identity", &facts) == 0 else { return nil }
    return RunSeal.machine + Array("\(facts.st_ino)\n".utf8)
  }

  private static func text(of value: UInt128) -> [UInt8] {
    Array("\(BoardFileName.hexadecimal(value))\n".utf8)
  }
}
