/// Another id under which this device wrote on this board before, as this run found it.
struct EarlierRun: Sendable {
  var run: OwnRun
  /// How many operations were made under it here.
  ///
  /// Any after them are of another machine, which goes on under it with a copy of the board.
  let made: UInt64
  /// Of those up to here nobody need be told: others had them before this run.
  let settled: UInt64
}
