/// Which property two people can want to be different things.
///
/// Text is none of them: what two people write in one note is kept together.
package enum RegisterKind: UInt8, Equatable, Sendable {
  case place, size, color, stacking, title
}

extension RegisterValue {
  /// Nil for what nobody means to last.
  var kind: RegisterKind? {
    switch self {
    // A checkpoint of a drag is not yet where anybody wants the note to be.
    case .placement(let placement): placement.isResting ? .place : nil
    case .size: .size
    case .color: .color
    case .stacking: .stacking
    case .title: .title
    // A device's vote is its own.
    case .vote: nil
    }
  }
}

extension Register {
  /// The highest own write that is not taken back.
  func latest(_ cancellations: Cancellations, where isOwn: (Dot) -> Bool) -> Value? {
    writes.last { isOwn($0.origin.dot) && cancellations.isActive($0.origin) }?.value
  }
}
