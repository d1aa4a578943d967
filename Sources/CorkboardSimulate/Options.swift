/// What was typed: a command, then names each with a number.
struct Options {
  let command: String
  private var rest: [String]

  init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)
    command = rest.isEmpty ? "" : rest.removeFirst()
  }

  mutating func number(_ name: String) -> Int? {
    guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { return nil }
    return Int(rest[index + 1])
  }
}
