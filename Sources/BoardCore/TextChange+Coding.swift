/// The bytes of a change: insertions with where they hang, then erased elements by replica.
///
/// Every number is bounded, so that few bytes never become much memory or work.
extension TextChange {
  private static let rightSide: UInt8 = 1
  private static let ownParent: UInt8 = 2
  private static let otherParent: UInt8 = 4

  func encode(into writer: inout ByteWriter, author: ReplicaID) {
    writer.append(insertions.count)
    for insertion in insertions {
      var flags = insertion.side == .right ? Self.rightSide : 0
      if let parent = insertion.parent {
        flags |= parent.dot.replica == author ? Self.ownParent : Self.otherParent
      }
      writer.append(flags)
      if let parent = insertion.parent {
        if parent.dot.replica != author { writer.append(fixed: parent.dot.replica.rawValue) }
        writer.append(parent.dot.sequence)
        writer.append(parent.offset)
      }
      writer.append(counted: insertion.text.string.utf8)
    }
    writer.append(ranges: deletions)
  }

  /// Reads the change of the operation with this dot.
  init(from reader: inout ByteReader, dot: Dot) throws(BoardCodingError) {
    var insertions: [TextInsertion] = []
    var bytes = 0
    for _ in 0..<(try reader.count(of: 3, upTo: BoardLimits.textBytes)) {
      let insertion = try Self.insertion(from: &reader, dot: dot)
      bytes += insertion.text.string.utf8.count
      guard bytes <= BoardLimits.textBytes else { throw .tooLarge }
      insertions.append(insertion)
    }
    let deletions = try reader.ranges()
    // Nothing hangs on, or erases, what its author had not made yet: trees stay trees.
    guard deletions.allSatisfy({ $0.dot.precedes(dot) }),
      !insertions.isEmpty || !deletions.isEmpty
    else { throw .invalid }
    self.init(insertions: insertions, deletions: deletions)
  }

  private static func insertion(
    from reader: inout ByteReader,
    dot: Dot
  ) throws(BoardCodingError) -> TextInsertion {
    let flags = try reader.byte()
    let side: TextSide = flags & rightSide == 0 ? .left : .right
    var parent: TextElement?
    switch flags & ~rightSide {
    case 0: guard side == .right else { throw .invalid }
    case ownParent: parent = try reader.element(of: dot.replica)
    case otherParent:
      let replica = ReplicaID(try reader.fixed64())
      guard replica != dot.replica else { throw .invalid }
      parent = try reader.element(of: replica)
    default: throw .invalid
    }
    if let parent, !parent.dot.precedes(dot) { throw .invalid }
    let text = try ExactText(from: &reader, upTo: BoardLimits.textBytes)
    guard !text.string.isEmpty else { throw .invalid }
    return TextInsertion(parent: parent, side: side, text: text)
  }
}

extension ByteReader {
  fileprivate mutating func element(
    of replica: ReplicaID
  ) throws(BoardCodingError) -> TextElement {
    let sequence = try number(upTo: BoardLimits.sequence)
    guard sequence > 0 else { throw .invalid }
    let offset = Int(try number(upTo: UInt64(BoardLimits.textBytes - 1)))
    return TextElement(Dot(replica, sequence), offset)
  }

  /// Ranges that ascend and do not touch, by replica.
  fileprivate mutating func ranges() throws(BoardCodingError) -> [TextRange] {
    var ranges: [TextRange] = []
    var lastReplica: ReplicaID?
    for _ in 0..<(try count(of: 12, upTo: BoardLimits.operationBytes)) {
      let replica = ReplicaID(try fixed64())
      guard lastReplica.map({ $0 < replica }) ?? true else { throw .invalid }
      lastReplica = replica
      let count = try count(of: 3, upTo: BoardLimits.operationBytes)
      guard count > 0 else { throw .invalid }
      for _ in 0..<count {
        let range = try range(of: replica)
        if let last = ranges.last {
          guard
            last.dot < range.dot
              || last.dot == range.dot && last.offsets.upperBound < range.offsets.lowerBound
          else { throw .invalid }
        }
        ranges.append(range)
      }
    }
    return ranges
  }

  private mutating func range(of replica: ReplicaID) throws(BoardCodingError) -> TextRange {
    let first = try element(of: replica)
    let count = Int(try number(upTo: UInt64(BoardLimits.textBytes - first.offset)))
    guard count > 0 else { throw .invalid }
    return TextRange(first.dot, first.offset..<first.offset + count)
  }
}

extension ByteWriter {
  /// `ranges` ascend.
  fileprivate mutating func append(ranges: [TextRange]) {
    var groups: [ArraySlice<TextRange>] = []
    for index in ranges.indices {
      if let last = groups.last?.last, last.dot.replica == ranges[index].dot.replica {
        groups[groups.count - 1].append(ranges[index])
      } else {
        groups.append(ranges[index...index])
      }
    }
    append(groups.count)
    for group in groups {
      guard let first = group.first else { continue }
      append(fixed: first.dot.replica.rawValue)
      append(group.count)
      for range in group {
        append(range.dot.sequence)
        append(range.offsets.lowerBound)
        append(range.offsets.count)
      }
    }
  }
}
