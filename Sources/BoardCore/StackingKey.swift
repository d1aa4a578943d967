/// Where a note lies in the pile: compared byte by byte, the lowest first.
///
/// There is always a key between two different ones that people's moves made, because each ends in
/// the dot of its operation. Others may send any bytes; equal keys fall back on the notes' dots.
package struct StackingKey: Comparable, Sendable {
  package let bytes: [UInt8]

  /// Nil when empty or longer than `BoardLimits.stackingKeyBytes`.
  package init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count <= BoardLimits.stackingKeyBytes else { return nil }
    self.bytes = bytes
  }

  private init(head: UInt64, dot: Dot) {
    let headBytes = (0..<Self.headCount).reversed().map {
      UInt8(truncatingIfNeeded: head >> (8 * UInt64($0)))
    }
    bytes = headBytes + Self.suffix(dot)
  }

  private init(known bytes: [UInt8]) { self.bytes = bytes }

  /// Below all others.
  static let lowest = StackingKey(known: [])

  /// Eight bytes as a number, the first one the highest: lower in none but a lower key.
  var prefix: UInt64 {
    var prefix: UInt64 = 0
    for index in 0..<8 { prefix = prefix << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
    return prefix
  }

  package static func < (left: StackingKey, right: StackingKey) -> Bool {
    left.bytes.withUnsafeBufferPointer { left in
      right.bytes.withUnsafeBufferPointer { right in
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
          return left[index] < right[index]
        }
        return left.count < right.count
      }
    }
  }

  /// The key of a note in front of `top`.
  package static func inFront(of top: StackingKey?, dot: Dot) -> StackingKey? {
    guard let top else { return StackingKey(head: 1 << 39, dot: dot) }
    let head = top.head
    guard head < (1 << 40) - step else { return between(top, nil, dot: dot) }
    return StackingKey(head: head + step, dot: dot)
  }

  /// The key of a note behind `bottom`.
  package static func behind(_ bottom: StackingKey?, dot: Dot) -> StackingKey? {
    guard let bottom else { return inFront(of: nil, dot: dot) }
    let head = bottom.head
    guard head > step else { return between(nil, bottom, dot: dot) }
    return StackingKey(head: head - step, dot: dot)
  }

  /// The key of a note that lies on this one in the same group: the first is 1.
  ///
  /// This key ends in the dot of its operation, so nobody who has not seen the group makes one that
  /// lies between its members. Nil above 65,535 or when it would be too long.
  package func member(_ number: Int) -> StackingKey? {
    guard (1...Int(UInt16.max)).contains(number) else { return nil }
    return StackingKey(
      bytes + [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
    )
  }

  /// A key above `low` and below `high`, either of which may be missing; nil when none is left.
  package static func between(
    _ low: StackingKey?,
    _ high: StackingKey?,
    dot: Dot
  ) -> StackingKey? {
    guard let middle = midpoint(low?.bytes ?? [], high?.bytes) else { return nil }
    return StackingKey(middle + suffix(dot))
  }

  /// The first bytes count up when notes come to the front, with room to both sides.
  private static let headCount = 5
  private static let step: UInt64 = 1 << 8

  private var head: UInt64 {
    (0..<Self.headCount).reduce(0) { head, index in
      head << 8 | UInt64(index < bytes.count ? bytes[index] : 0)
    }
  }

  static func suffix(_ dot: Dot) -> [UInt8] {
    var bytes: [UInt8] = []
    append(suffix: dot, to: &bytes)
    return bytes
  }

  /// The replica, the lowest byte first, then the sequence number, the highest byte first.
  static func append(suffix dot: Dot, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: dot.replica.rawValue.littleEndian) { bytes.append(contentsOf: $0) }
    for place in (0..<suffixCount(dot) - 8).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: dot.sequence >> (8 * UInt64(place))))
    }
  }

  static func suffixCount(_ dot: Dot) -> Int { 8 + (71 - dot.sequence.leadingZeroBitCount) / 8 }

  /// Whether bytes end in this dot and begin with something else.
  static func isSuffixed(_ bytes: [UInt8], by dot: Dot) -> Bool {
    let count = suffixCount(dot)
    let start = bytes.count - count
    guard start > 0 else { return false }
    var replica: UInt64 = 0
    for index in (start..<start + 8).reversed() { replica = replica << 8 | UInt64(bytes[index]) }
    var sequence: UInt64 = 0
    for index in start + 8..<bytes.count { sequence = sequence << 8 | UInt64(bytes[index]) }
    return replica == dot.replica.rawValue && sequence == dot.sequence
  }

  /// The shortest bytes above `low` that stay below `high` whatever is appended.
  private static func midpoint(_ low: [UInt8], _ high: [UInt8]?) -> [UInt8]? {
    var middle: [UInt8] = []
    // While the result equals the start of `high`, its bytes bound the next one.
    var bounded = high
    for index in 0...BoardLimits.stackingKeyBytes {
      let floor = index < low.count ? Int(low[index]) : -1
      if let high = bounded, index >= high.count { return nil }
      let ceiling = bounded.map { Int($0[index]) } ?? 256
      guard ceiling >= floor else { return nil }
      if ceiling - floor >= 2 {
        return middle + [UInt8((floor + ceiling) / 2)]
      }
      let next = max(floor, 0)
      middle.append(UInt8(next))
      if next < ceiling { bounded = nil }
    }
    return nil
  }
}
