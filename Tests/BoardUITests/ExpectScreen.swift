import BoardUI
import TestSupport
import Testing

/// Compares a screen with the one kept in `Screens/NAME.txt`, row by row.
func expectScreen(
  _ screen: Screen,
  _ name: String,
  file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let rows = ScreenText(screen).rows
  let kept = GoldenScreens(beside: file).rows(name, now: rows)
  #expect(rows == kept, sourceLocation: sourceLocation)
}
