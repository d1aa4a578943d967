/// Random numbers that a test can predict: 1, 2, 3 and so on.
final class Ids {
  private var last: UInt64 = 0

  func next() -> UInt64 {
    last += 1
    return last
  }
}
