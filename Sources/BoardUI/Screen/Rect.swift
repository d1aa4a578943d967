/// A rectangle of cells.
///
/// Its edges stay within ±2^30, so that sums of them never overflow.
package struct Rect: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let width: Int
  package let height: Int

  /// Sizes below 0 count as 0; places and sizes out of range are brought into it.
  package init(left: Int, top: Int, width: Int, height: Int) {
    let limit = 1 << 29
    self.left = min(max(-limit, left), limit)
    self.top = min(max(-limit, top), limit)
    self.width = min(max(0, width), limit)
    self.height = min(max(0, height), limit)
  }

  /// The column behind the last.
  package var right: Int { left + width }
  /// The row behind the last.
  package var bottom: Int { top + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  package func contains(column: Int, row: Int) -> Bool {
    column >= left && column < right && row >= top && row < bottom
  }

  /// The part that both have; empty if they have none.
  package func intersection(_ other: Rect) -> Rect {
    let newLeft = max(left, other.left)
    let newTop = max(top, other.top)
    return Rect(
      left: newLeft,
      top: newTop,
      width: min(right, other.right) - newLeft,
      height: min(bottom, other.bottom) - newTop
    )
  }

  /// Smaller by so much at each side.
  package func inset(by amount: Int) -> Rect {
    let amount = min(max(0, amount), 1 << 28)
    return Rect(
      left: left + amount,
      top: top + amount,
      width: width - 2 * amount,
      height: height - 2 * amount
    )
  }
}
