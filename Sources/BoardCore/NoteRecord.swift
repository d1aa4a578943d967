/// All that a replica holds of one note: its registers, and the tokens that hide it.
package struct NoteRecord: Equatable, Sendable {
  package let author: AuthorID
  package internal(set) var placement = Register<Placement>()
  package internal(set) var size = Register<NoteSize>()
  package internal(set) var color = Register<NoteColor>()
  package internal(set) var stacking = Register<StackingKey>()
  package internal(set) var votes = Votes()
  package internal(set) var attachments = Attachments()
  package internal(set) var text = NoteText()
  /// The deletes and clears that cover it, ascending.
  ///
  /// It shows only when all are taken back.
  package internal(set) var tokens: [Origin] = []
  /// What the note adds to `Board.notesHash`.
  var hash = Derived<UInt64>(0)
  /// Whether it is in `Board.unhashed`, and in `Board.unsettled`.
  var isUnhashed = Derived<Bool>(false)
  var isUnsettled = Derived<Bool>(false)
  /// Fields of a newer program's snapshots, kept as they are.
  var extra: [UInt8] = []
  /// Fields of newer programs' operations on this note.
  package internal(set) var fields = ForeignFields()

  init(author: AuthorID) { self.author = author }

  package func isVisible(_ cancellations: Cancellations) -> Bool {
    !tokens.contains { cancellations.isActive($0) }
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
      || stacking.contains(matches) || text.contains(where: matches) || votes.contains(matches)
      || attachments.contains(matches)
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
