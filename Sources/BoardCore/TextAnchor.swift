/// A place in a text that stays with its letters, whatever others write around it.
///
/// Right behind one element, which every replica keeps as long as the note: also when it is erased,
/// folded away or came in a state.
package struct TextAnchor: Equatable, Sendable {
  /// Nil at the beginning of the text.
  package let element: TextElement?

  package init(behind element: TextElement?) { self.element = element }
}

extension NoteText {
  /// The element of each scalar that shows, in the order of the text.
  package func elements(_ cancellations: Cancellations) -> [TextElement] {
    let order = order(cancellations)
    var elements: [TextElement] = []
    elements.reserveCapacity(order.parts.count)
    for part in order.parts where part.isShown {
      let start = order.runs[part.run].start
      for offset in part.offsets { elements.append(TextElement(start.dot, start.offset + offset)) }
    }
    return elements
  }

  /// Where a place between scalars is held: `offset` counts those before it.
  package func anchor(at offset: Int, _ cancellations: Cancellations) -> TextAnchor {
    guard offset > 0 else { return TextAnchor(behind: nil) }
    return TextAnchor(behind: elements(cancellations).prefix(offset).last)
  }

  /// How many scalars that show are before an anchor.
  ///
  /// Where its element is erased it stands behind what is left before it.
  package func offset(of anchor: TextAnchor, _ cancellations: Cancellations) -> Int {
    guard let element = anchor.element else { return 0 }
    let order = order(cancellations)
    var offset = 0
    for part in order.parts {
      let start = order.runs[part.run].start
      let within = element.offset - start.offset - part.offsets.lowerBound
      if start.dot == element.dot, (0..<part.offsets.count).contains(within) {
        return offset + (part.isShown ? within + 1 : 0)
      }
      offset += part.isShown ? part.offsets.count : 0
    }
    return 0
  }
}
