/// All that a replica holds of one note: its registers, and the tokens that hide it.
///
/// One word to copy. What nearly all notes have alike takes no room: the first writes of size, color
/// and stacking share a stamp and an origin, a text that nobody edited is its letters, and votes,
/// attachments and tokens have a place only where there are some.
package struct NoteRecord: Sendable {
  private var box: Boxed<NoteContents>

  init(author: AuthorID) { box = Boxed(NoteContents(author: author)) }

  package var author: AuthorID { box.value.author }
  package internal(set) var placement: Register<Placement> {
    _read { yield box.value.placement }
    _modify { yield &box.value.placement }
  }
  package internal(set) var size: Register<NoteSize> {
    get { box.value.size }
    set { box.value.size = newValue }
    _modify { yield &box.value.size }
  }
  package internal(set) var color: Register<NoteColor> {
    get { box.value.color }
    set { box.value.color = newValue }
    _modify { yield &box.value.color }
  }
  package internal(set) var stacking: Register<StackingKey> {
    get { box.value.stacking }
    set { box.value.stacking = newValue }
    _modify { yield &box.value.stacking }
  }
  package internal(set) var votes: Votes {
    get { box.value.rare?.votes ?? Votes() }
    _modify { yield &box.value.rarities.votes }
  }
  package internal(set) var attachments: Attachments {
    get { box.value.rare?.attachments ?? Attachments() }
    _modify { yield &box.value.rarities.attachments }
  }
  package internal(set) var text: NoteText {
    get { box.value.text }
    set { box.value.text = newValue }
    _modify { yield &box.value.text }
  }
  /// The deletes and clears that cover it, ascending.
  ///
  /// It shows only when all are taken back.
  package internal(set) var tokens: [Origin] {
    get { box.value.rare?.tokens ?? [] }
    _modify { yield &box.value.rarities.tokens }
  }
  /// What the note adds to `Board.notesHash`.
  var hash: Derived<UInt64> {
    get { box.value.hash }
    _modify { yield &box.value.hash }
  }
  /// Whether it is in `Board.unhashed`, and in `Board.unsettled`.
  var isUnhashed: Derived<Bool> {
    get { box.value.isUnhashed }
    _modify { yield &box.value.isUnhashed }
  }
  var isUnsettled: Derived<Bool> {
    get { box.value.isUnsettled }
    _modify { yield &box.value.isUnsettled }
  }
  /// Fields of a newer program's snapshots, kept as they are.
  var extra: [UInt8] {
    get { box.value.rare?.extra ?? [] }
    _modify { yield &box.value.rarities.extra }
  }
  /// Fields of newer programs' operations on this note.
  package internal(set) var fields: ForeignFields {
    get { box.value.rare?.fields ?? ForeignFields() }
    _modify { yield &box.value.rarities.fields }
  }

  /// Whether there is nothing beside registers and text.
  var isPlain: Bool { box.value.isPlain }

  /// Whether both share their memory, and so are equal.
  func isSame(as other: NoteRecord) -> Bool { box.isSame(as: other.box) }

  /// What shows must be worked out again: something was taken back, or put in force.
  mutating func unsettleText() {
    if !box.value.isTextAsMade { box.value.changeEdited { $0.unsettle() } }
  }

  func hasPastRegisters(_ ledger: Cancellations) -> Bool { box.value.hasPastRegisters(ledger) }
  mutating func pruneRegisters(_ ledger: Cancellations) { box.value.pruneRegisters(ledger) }

  /// The operation behind what shows of a property; nil when nothing does.
  mutating func topDot(_ kind: RegisterKind, _ ledger: Cancellations) -> Dot? {
    box.value.topDot(kind, ledger)
  }

  mutating func topWrite(_ kind: RegisterKind, _ ledger: Cancellations) -> OwnWrite? {
    box.value.topWrite(kind, ledger)
  }

  /// Where the note shows; nil when it does not.
  mutating func shownPoint(_ ledger: Cancellations) -> BoardPoint? {
    box.value.shownPoint(ledger)
  }

  /// Whether nobody edited the text since the note was made.
  var isTextAsMade: Bool { box.value.isTextAsMade }

  /// The text that shows.
  func string(_ ledger: Cancellations) -> String { box.value.string(ledger) }

  func encodeText(into writer: inout ByteWriter, of note: NoteID) {
    box.value.encodeText(into: &writer, of: note)
  }

  /// Makes the next reading of the text cost nothing, until something changes.
  ///
  /// What shares its memory is copied only when there is something to do.
  mutating func settleText(_ ledger: Cancellations) {
    if !box.value.isTextSettled { box.value.changeEdited { $0.settle(ledger) } }
  }

  package func isVisible(_ cancellations: Cancellations) -> Bool {
    box.value.isVisible(cancellations)
  }

  /// The highest stamp of the register that a write of this kind goes to.
  package func highestStamp(for value: RegisterValue) -> UInt64 {
    switch value {
    case .placement: placement.highestStamp
    case .size: size.highestStamp
    case .color: color.highestStamp
    case .stacking: stacking.highestStamp
    case .vote(let vote): votes.highestStamp(of: vote.author)
    case .title: 0
    }
  }

  /// Whether an operation of this group wrote or hid anything here.
  func isTouched(by replica: ReplicaID, group: UInt64) -> Bool {
    contains { $0.dot.replica == replica && $0.group == group }
  }

  /// Whether anyone else than `replica` wrote here; to have deleted it is no writing.
  package func isEdited(byOthersThan replica: ReplicaID) -> Bool {
    isWritten { $0.dot.replica != replica }
  }

  private func contains(_ matches: (Origin) -> Bool) -> Bool {
    tokens.contains(where: matches) || isWritten(where: matches)
  }

  private func isWritten(where matches: (Origin) -> Bool) -> Bool {
    placement.contains(matches) || size.contains(matches) || color.contains(matches)
      || stacking.contains(matches) || text.contains(where: matches)
      || !isPlain && (votes.contains(matches) || attachments.contains(matches))
  }

  mutating func write(_ value: RegisterValue, stamp: UInt64, origin: Origin) {
    switch value {
    case .placement(let value): placement.add(Write(stamp: stamp, origin: origin, value: value))
    case .size(let value): size.add(Write(stamp: stamp, origin: origin, value: value))
    case .color(let value): color.add(Write(stamp: stamp, origin: origin, value: value))
    case .stacking(let value): stacking.add(Write(stamp: stamp, origin: origin, value: value))
    case .vote(let value): votes.add(Write(stamp: stamp, origin: origin, value: value))
    case .title: break
    }
  }

  mutating func hide(_ token: Origin) {
    let place = tokens.lastIndex { $0 < token }.map { $0 + 1 } ?? 0
    tokens.insert(token, at: place)
  }
}

extension NoteRecord: Equatable {
  /// What is derived, and how the rest is held, makes no difference.
  package static func == (left: NoteRecord, right: NoteRecord) -> Bool {
    if left.isSame(as: right) { return true }
    return left.author == right.author && left.placement == right.placement
      && left.size == right.size && left.color == right.color && left.stacking == right.stacking
      && left.text == right.text && left.votes == right.votes
      && left.attachments == right.attachments && left.tokens == right.tokens
      && left.extra == right.extra && left.fields == right.fields
  }
}

/// A value together with the register that it is written to.
package enum RegisterValue: Equatable, Sendable {
  case placement(Placement)
  case size(NoteSize)
  case color(NoteColor)
  case stacking(StackingKey)
  /// Of one device.
  case vote(Vote)
  /// Of the board itself.
  case title(ExactText)
}
