/// Text that replicas must agree on: equal only when its UTF-8 bytes are.
///
/// `String` calls a composed and a decomposed letter equal, so it must never decide whether a value
/// changed.
package struct ExactText: Equatable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  /// Nil when the bytes are not UTF-8.
  package init?(utf8 bytes: ArraySlice<UInt8>) {
    guard let text = try? UTF8Span(validating: bytes.span) else { return nil }
    string = String(copying: text)
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.string.isExactly(right.string)
  }
}

extension String {
  /// Whether the UTF-8 bytes are the same.
  func isExactly(_ other: String) -> Bool {
    let isSame = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { mine.elementsEqual($0) }
    }
    if case .some(.some(let isSame)) = isSame { return isSame }
    return utf8.elementsEqual(other.utf8)
  }

  /// The string with another one behind so many of its scalars.
  func inserting(_ text: String, behind count: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + text.utf8.count)
    bytes.append(contentsOf: utf8)
    var (scalars, place) = (0, 0)
    while place < bytes.count, scalars < count || bytes[place] & 0xC0 == 0x80 {
      if bytes[place] & 0xC0 != 0x80 { scalars += 1 }
      place += 1
    }
    bytes.insert(contentsOf: text.utf8, at: place)
    return String(decoding: bytes, as: UTF8.self)
  }
}
