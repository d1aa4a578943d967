/// What was typed: a command, then names each with a value.
struct Options {
  let command: String
  private var rest: [String]

  init(_ arguments: some Sequence<String>) {
    rest = Array(arguments)
    command = rest.isEmpty ? "" : rest.removeFirst()
  }

  func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  func text(_ name: String) -> String? {
    guard let index = rest.firstIndex(of: name), index + 1 < rest.count else { return nil }
    return rest[index + 1]
  }
}
