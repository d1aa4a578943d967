/// The text of a note: a sequence that replicas edit at once and read alike (Fugue).
///
/// Every scalar that was ever inserted stays as an element of a tree, in whose order the text is
/// read: what hangs on its left, the element, what hangs on its right; siblings by ascending name.
/// An element shows while its insertion is in force and no deletion in force covers it.
package struct NoteText: Sendable {
  /// The text that the note was made with, while nobody edited it: it needs no runs of its own.
  private(set) var made: Made?
  private var edited: [TextRun] = []
  /// Ascending.
  ///
  /// Those that can never be taken back have become dead runs.
  var deletions: [TextDeletion] = []
  /// What shows, while it is known.
  var shown: ExactText?
  /// How many elements there are, dead ones included, while it is known.
  var elementCount: Int?
  /// The order of a long text, while it is known.
  private(set) var parts: [TextOrder.Part]?

  /// No text.
  package init() {}

  /// The text that a note was made with; nobody takes it back but with the note.
  package init(_ text: ExactText, note: NoteID) {
    if !text.string.isEmpty { made = Made(text: text, note: note) }
  }

  /// Not empty.
  struct Made: Equatable, Sendable {
    let text: ExactText
    let note: NoteID

    var origin: Origin { Origin(dot: note, group: Cancellations.never) }

    var run: TextRun {
      TextRun(
        start: TextElement(note, 0),
        count: text.string.unicodeScalars.count,
        group: Cancellations.never,
        parent: nil,
        side: .right,
        text: text
      )
    }
  }

  /// Ascending by their first element; as few as possible.
  var runs: [TextRun] {
    get { made.map { [$0.run] } ?? edited }
    _modify {
      if let made { edited = [made.run] }
      made = nil
      parts = nil
      yield &edited
    }
  }

  /// Takes in runs that come one behind the other.
  ///
  /// `parts` is the order with them, if it is known.
  mutating func insert(_ inserted: [TextRun], at place: Int, parts: [TextOrder.Part]?) {
    // Out of the way, or it would be copied.
    self.parts = nil
    if !inserted.isEmpty { runs.insert(contentsOf: inserted, at: place) }
    self.parts = parts
  }

  /// What shows.
  package func string(_ cancellations: Cancellations) -> String {
    if let made, deletions.isEmpty { return made.text.string }
    if let shown { return shown.string }
    guard let only = runs.first else { return "" }
    if runs.count == 1, deletions.isEmpty, let text = only.text {
      return cancellations.isActive(only.origin) ? text.string : ""
    }
    return order(cancellations).string
  }

  /// No text, and none that was ever there.
  var isEmpty: Bool { made == nil && edited.isEmpty && deletions.isEmpty }

  /// The text that a note was made with, when that is all there is.
  func asMade(in note: NoteID) -> ExactText? {
    guard let made, made.note == note, deletions.isEmpty, shown == nil else { return nil }
    return made.text
  }

  /// Whether reading it costs nothing.
  var isStringKnown: Bool { shown != nil || edited.count < 2 && deletions.isEmpty }

  /// Makes the next reading cost nothing, until something changes.
  mutating func settle(_ cancellations: Cancellations) {
    guard !isStringKnown else { return }
    let order = order(cancellations)
    shown = ExactText(order.string)
    parts = edited.count < Self.longText ? nil : order.parts
  }

  /// What shows must be worked out again: something was taken back, or put in force.
  mutating func unsettle() {
    shown = nil
    parts = nil
  }

  /// Whether an operation of this group inserted or erased anything.
  func contains(where matches: (Origin) -> Bool) -> Bool {
    made.map { matches($0.origin) } ?? false || edited.contains { matches($0.origin) }
      || deletions.contains { matches($0.origin) }
  }
}

extension NoteText: Equatable {
  /// What shows follows from the rest.
  package static func == (left: NoteText, right: NoteText) -> Bool {
    if let left = left.made, let right = right.made, left != right { return false }
    let isSame = left.made != nil && right.made != nil || left.runs == right.runs
    return isSame && left.deletions == right.deletions
  }
}

extension NoteText {
  /// UTF-8 bytes of all text that is held, shown or not.
  package var keptBytes: Int { runs.reduce(0) { $0 + ($1.text?.string.utf8.count ?? 0) } }

  /// Whether nothing that anybody can still take back is held.
  package var isSettledForEver: Bool { deletions.isEmpty }
}
