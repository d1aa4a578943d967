/// What a note's record holds, in as little room as its past allows.
struct NoteContents: Sendable {
  let author: AuthorID
  var placement = Register<Placement>()
  /// The operation that made the note, and its stamp, once a first write was seen.
  private var madeStamp: UInt64 = 0
  private var madeDot = Dot(ReplicaID(0), 0)
  /// The values of registers that hold nothing but the write of that operation.
  private var firstSize: NoteSize?
  private var firstColor: NoteColor?
  /// Whether it is in `Board.unhashed`, and in `Board.unsettled`.
  var isUnhashed = Derived<Bool>(false)
  var isUnsettled = Derived<Bool>(false)
  private var firstStacking: StackingKey?
  /// The text that the operation made, while nobody edited it.
  private var firstText: ExactText?
  /// The text, once it is another one: at most one.
  private var edited: ContiguousArray<NoteText> = []
  /// Registers that were written again: at most one.
  private var later: ContiguousArray<LaterWrites> = []
  private var boxedRarities: ContiguousArray<Rarities> = []
  /// What the note adds to `Board.notesHash`.
  var hash = Derived<UInt64>(0)

  init(author: AuthorID) { self.author = author }

  /// Registers that hold more, or something else, than what the note was made with.
  private struct LaterWrites {
    var size = Register<NoteSize>()
    var color = Register<NoteColor>()
    var stacking = Register<StackingKey>()
  }

  /// What few notes have.
  struct Rarities {
    var votes = Votes()
    var attachments = Attachments()
    var tokens: [Origin] = []
    var extra: [UInt8] = []
    var fields = ForeignFields()

    var isEmpty: Bool {
      votes.isEmpty && attachments.isEmpty && tokens.isEmpty && extra.isEmpty && fields.isEmpty
    }
  }

  var isPlain: Bool { boxedRarities.isEmpty }
  var rare: Rarities? { boxedRarities.first }

  var rarities: Rarities {
    get { boxedRarities.first ?? Rarities() }
    _modify {
      if boxedRarities.isEmpty { boxedRarities = [Rarities()] }
      defer { if boxedRarities[0].isEmpty { boxedRarities = [] } }
      yield &boxedRarities[0]
    }
  }
}

/// Registers: what they are made of when they are asked for.
extension NoteContents {
  var size: Register<NoteSize> {
    get { first(firstSize) ?? later.first?.size ?? Register() }
    set {
      firstSize = value(of: newValue)
      if firstSize == nil, newValue.count > 0 || !later.isEmpty { withLater { $0.size = newValue } }
    }
    _modify {
      if firstSize == nil, !later.isEmpty {
        yield &later[0].size
      } else {
        var register = size
        defer { size = register }
        yield &register
      }
    }
  }

  var color: Register<NoteColor> {
    get { first(firstColor) ?? later.first?.color ?? Register() }
    set {
      firstColor = value(of: newValue)
      if firstColor == nil, newValue.count > 0 || !later.isEmpty {
        withLater { $0.color = newValue }
      }
    }
    _modify {
      if firstColor == nil, !later.isEmpty {
        yield &later[0].color
      } else {
        var register = color
        defer { color = register }
        yield &register
      }
    }
  }

  var stacking: Register<StackingKey> {
    get { first(firstStacking) ?? later.first?.stacking ?? Register() }
    set {
      firstStacking = value(of: newValue)
      if firstStacking == nil, newValue.count > 0 || !later.isEmpty {
        withLater { $0.stacking = newValue }
      }
    }
    _modify {
      if firstStacking == nil, !later.isEmpty {
        yield &later[0].stacking
      } else {
        var register = stacking
        defer { stacking = register }
        yield &register
      }
    }
  }

  private func first<Value>(_ value: Value?) -> Register<Value>? {
    value.map {
      let origin = Origin(dot: madeDot, group: Cancellations.never)
      return Register(Write(stamp: madeStamp, origin: origin, value: $0))
    }
  }

  /// The value of a register that holds nothing but the write that made the note.
  private mutating func value<Value>(of register: Register<Value>) -> Value? {
    guard let write = register.single, write.origin.group == Cancellations.never else { return nil }
    if madeDot.sequence == 0 {
      madeDot = write.origin.dot
      madeStamp = write.stamp
    }
    return write.origin.dot == madeDot && write.stamp == madeStamp ? write.value : nil
  }

  private mutating func withLater(_ body: (inout LaterWrites) -> Void) {
    if later.isEmpty { later = [LaterWrites()] }
    body(&later[0])
  }

  /// Whether registers hold more than what shows.
  func hasPastRegisters(_ ledger: Cancellations) -> Bool {
    placement.hasPast(ledger)
      || later.contains {
        $0.size.hasPast(ledger) || $0.color.hasPast(ledger) || $0.stacking.hasPast(ledger)
      }
  }

  mutating func pruneRegisters(_ ledger: Cancellations) {
    placement.prune(ledger)
    for index in later.indices {
      later[index].size.prune(ledger)
      later[index].color.prune(ledger)
      later[index].stacking.prune(ledger)
    }
  }
}

/// What shows.
extension NoteContents {
  /// Changes nothing: so it looks at registers where they lie, and to copy one costs more than all
  /// else that a move of a note does.
  mutating func topDot(_ kind: RegisterKind, _ ledger: Cancellations) -> Dot? {
    switch kind {
    case .place: placement.topOrigin(ledger)?.dot
    case .size: size.topOrigin(ledger)?.dot
    case .color: color.topOrigin(ledger)?.dot
    case .stacking: stacking.topOrigin(ledger)?.dot
    case .title: nil
    }
  }

  mutating func topWrite(_ kind: RegisterKind, _ ledger: Cancellations) -> OwnWrite? {
    switch kind {
    case .place: OwnWrite(placement, ledger) { .placement($0) }
    case .size: OwnWrite(size, ledger) { .size($0) }
    case .color: OwnWrite(color, ledger) { .color($0) }
    case .stacking: OwnWrite(stacking, ledger) { .stacking($0) }
    case .title: nil
    }
  }

  func isVisible(_ ledger: Cancellations) -> Bool {
    isPlain || !(boxedRarities[0].tokens.contains { ledger.isActive($0) })
  }

  /// Where the note shows; nil when it does not.
  mutating func shownPoint(_ ledger: Cancellations) -> BoardPoint? {
    isVisible(ledger) ? placement.topValue(ledger, \.point) : nil
  }
}

/// The text.
extension NoteContents {
  var text: NoteText {
    get { edited.first ?? firstText.map { NoteText($0, note: madeDot) } ?? NoteText() }
    set {
      firstText = newValue.asMade(in: madeDot)
      edited = firstText == nil && !newValue.isEmpty ? [newValue] : []
    }
    _modify {
      if !edited.isEmpty {
        yield &edited[0]
      } else {
        var text = text
        firstText = nil
        defer { self.text = text }
        yield &text
      }
    }
  }

  func encodeText(into writer: inout ByteWriter, of note: NoteID) {
    if let firstText, madeDot == note {
      NoteText.encode(asMade: firstText, into: &writer)
    } else {
      text.encode(into: &writer, of: note)
    }
  }

  /// What shows.
  func string(_ ledger: Cancellations) -> String {
    firstText?.string ?? edited.first?.string(ledger) ?? ""
  }

  /// Whether it is none but the one that the note was made with.
  var isTextAsMade: Bool { edited.isEmpty }
  var isTextSettled: Bool { edited.allSatisfy(\.isStringKnown) }

  /// Changes a text that was edited; any other one stays as it is.
  mutating func changeEdited(_ body: (inout NoteText) -> Void) {
    if !edited.isEmpty { body(&edited[0]) }
  }
}
