/// How far a panel is scrolled, in rows.
package struct PanelScroll: Equatable, Sendable {
  package var top: Int

  package init(top: Int = 0) { self.top = top }

  /// Where a key brings it, within rows of which `shown` are seen at once.
  func moved(_ action: PanelAction, rows: Int, shown: Int) -> PanelScroll {
    let most = max(0, rows - shown)
    let page = max(1, shown - 1)
    let wanted =
      switch action {
      case .lineUp: min(top, most) - 1
      case .lineDown: top + 1
      case .pageUp: min(top, most) - page
      case .pageDown: top + page
      case .remove, .close: top
      }
    return PanelScroll(top: min(most, max(0, wanted)))
  }
}
