/// What two people compare by ear: 44 bits of what only their two programs know.
///
/// The words are equal on both ends of a connection, and on no two connections.
package struct FourWords: Hashable, Sendable {
  /// How many words there are: 11 bits each.
  package static let listCount = 2_048

  /// Places in the list.
  package let indices: [Int]

  /// Takes the first 44 bits of a hash.
  package init(_ hash: [UInt8]) {
    let number = hash.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } >> 4
    indices = [33, 22, 11, 0].map { Int(number >> UInt64($0)) % FourWords.listCount }
  }

  /// As people say them: `crab lunar otter fig`.
  package var text: String { indices.map { FourWords.list[$0] }.joined(separator: " ") }
}
