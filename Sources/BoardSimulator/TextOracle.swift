package import BoardCore

/// What a note's text must be, by definition: a tree of single scalars, read left to right.
///
/// Built from the set of all operations without any of the board's own machinery.
package struct TextOracle {
  private struct Node {
    var scalar: Unicode.Scalar
    var isShown: Bool
    var left: [TextElement] = []
    var right: [TextElement] = []
  }

  private var nodes: [TextElement: Node] = [:]
  private var roots: [TextElement] = []

  /// `create` makes the note; `isActive` says whether an operation's group is in force.
  package init(
    _ create: BoardOperation,
    _ operations: some Collection<BoardOperation>,
    isActive: (BoardOperation) -> Bool
  ) {
    if case .create(let start, _) = create.action {
      let insertion = TextInsertion(parent: nil, side: .right, text: start.text)
      add([insertion], of: create.dot, isShown: true)
    }
    // Parents first: operations in an order that respects what each knew.
    var waiting = operations.filter { change(of: $0, in: create.dot) != nil }
      .sorted { $0.dot < $1.dot }
    while let next = waiting.firstIndex(where: { isReady($0, create.dot) }) {
      let operation = waiting.remove(at: next)
      guard let change = change(of: operation, in: create.dot) else { continue }
      add(change.insertions, of: operation.dot, isShown: isActive(operation))
      erased += isActive(operation) ? change.deletions : []
    }
    for range in erased {
      for offset in range.offsets { nodes[TextElement(range.dot, offset)]?.isShown = false }
    }
  }

  private var erased: [TextRange] = []

  private func change(of operation: BoardOperation, in note: NoteID) -> TextChange? {
    guard case .text(note, let change) = operation.action else { return nil }
    return change
  }

  private func isReady(_ operation: BoardOperation, _ note: NoteID) -> Bool {
    guard let change = change(of: operation, in: note) else { return false }
    return change.insertions.allSatisfy { $0.parent.map { nodes[$0] != nil } ?? true }
  }

  private mutating func add(_ insertions: [TextInsertion], of dot: Dot, isShown: Bool) {
    var offset = 0
    for insertion in insertions {
      var parent = insertion.parent
      var side = insertion.side
      for scalar in insertion.text.string.unicodeScalars {
        let element = TextElement(dot, offset)
        nodes[element] = Node(scalar: scalar, isShown: isShown)
        if let parent {
          if side == .left { nodes[parent]?.left.append(element) }
          if side == .right { nodes[parent]?.right.append(element) }
        } else {
          roots.append(element)
        }
        parent = element
        side = .right
        offset += 1
      }
    }
  }

  package var string: String {
    var scalars = String.UnicodeScalarView()
    for root in roots.sorted() { read(root, into: &scalars) }
    return String(scalars)
  }

  /// Each scalar by its operation, in the order of reading, erased ones included.
  private func read(_ element: TextElement, into scalars: inout String.UnicodeScalarView) {
    guard let node = nodes[element] else { return }
    for child in node.left.sorted() { read(child, into: &scalars) }
    if node.isShown { scalars.append(node.scalar) }
    for child in node.right.sorted() { read(child, into: &scalars) }
  }
}
