/// What is meant to be seen: immutable, compares whole, knows no colours.
package struct Scene: Equatable, Sendable {
  package init(_ state: AppState, at now: Duration) {
  }
}

extension Screen {
  /// Draws a scene.
  package init(_ scene: Scene, theme: Theme) {
    self.init(columns: 0, rows: 0)
  }
}
