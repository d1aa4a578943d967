/// A domain name, as bytes: each label behind its length, without the final root.
///
/// At most 254 such bytes, labels of 1 to 63 bytes. Two names are equal when they differ in the case
/// of ASCII letters alone; their bytes stay as they came.
package struct DNSName: Hashable, Comparable, Sendable {
  package static let byteLimit = 254
  package static let labelLimit = 63
  package static let root = DNSName(checked: [])

  /// Lengths and labels.
  package let bytes: [UInt8]

  /// A name of these labels; nil when one is empty or too long, or all together are.
  package init?(labels: [[UInt8]]) {
    var bytes: [UInt8] = []
    for label in labels {
      guard (1...DNSName.labelLimit).contains(label.count) else { return nil }
      bytes.append(UInt8(label.count))
      bytes.append(contentsOf: label)
    }
    guard bytes.count <= DNSName.byteLimit else { return nil }
    self.bytes = bytes
  }

  /// A name with its labels between dots, as it stands in a program; nil as above.
  package init?(_ dotted: String) {
    self.init(labels: dotted.utf8.split(separator: 0x2E).map { Array($0) })
  }

  /// Lengths and labels that a decoder has checked.
  init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// This name under another; nil when that is too long or the label is none.
  package func prepending(_ label: [UInt8]) -> DNSName? {
    guard (1...DNSName.labelLimit).contains(label.count),
      bytes.count + label.count < DNSName.byteLimit
    else { return nil }
    return DNSName(checked: [UInt8(label.count)] + label + bytes)
  }

  /// The label that stands first; empty for the root.
  package var firstLabel: ArraySlice<UInt8> {
    guard let count = bytes.first else { return [] }
    return bytes[1...Int(count)]
  }

  /// What is left without the first label.
  package var parent: DNSName {
    guard let count = bytes.first else { return self }
    return DNSName(checked: Array(bytes.dropFirst(1 + Int(count))))
  }

  package static func == (left: DNSName, right: DNSName) -> Bool {
    left.bytes.count == right.bytes.count
      && zip(left.bytes, right.bytes).allSatisfy { $0.folded == $1.folded }
  }

  package func hash(into hasher: inout Hasher) {
    for byte in bytes { hasher.combine(byte.folded) }
  }

  package static func < (left: DNSName, right: DNSName) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes) { $0.folded < $1.folded }
  }
}

extension UInt8 {
  /// An ASCII letter in lower case, anything else as it is.
  ///
  /// A length of 1 to 63 is no letter.
  fileprivate var folded: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
