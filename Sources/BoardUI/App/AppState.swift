import BoardCore

/// All that the user interface knows.
///
/// Changes only in `update`.
package struct AppState: Equatable, Sendable {
  package init(columns: Int, rows: Int) {
  }

  /// When the next `.ticked` is due, since start; nil while nothing on the screen changes by itself.
  package var nextTick: Duration? { nil }

  /// Takes one event and says what to do about it.
  package mutating func update(_ event: AppEvent, at now: Duration) -> [AppCommand] { [] }
}
