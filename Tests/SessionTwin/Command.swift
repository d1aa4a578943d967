/// A line of a twin's input.
enum Command {
  case found
  case invite(String)
  case knock(String)
  /// So many messages of so many bytes, one after the other.
  case send(isReliable: Bool, count: Int, size: Int)
  /// So many unreliable messages a second of so many bytes; 0 ends it.
  case drag(rate: Int, size: Int)
  case counts
  case who
  /// `keep`: the way back into the session stays.
  case quit(isKept: Bool)

  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.dropFirst().compactMap { Int($0) }
    switch (words.first, words.count) {
    case ("found", 1): self = .found
    case ("invite", 2): self = .invite(words[1])
    case ("knock", 2): self = .knock(words[1])
    case ("send", 4) where numbers.count == 2 && numbers[0] > 0 && numbers[1] >= Exchange.header:
      guard words[1] == "reliable" || words[1] == "unreliable" else { return nil }
      self = .send(isReliable: words[1] == "reliable", count: numbers[0], size: numbers[1])
    case ("drag", 3) where numbers.count == 2 && numbers[0] >= 0 && numbers[1] >= Exchange.header:
      self = .drag(rate: numbers[0], size: numbers[1])
    case ("counts", 1): self = .counts
    case ("who", 1): self = .who
    case ("quit", 1): self = .quit(isKept: false)
    case ("quit", 2) where words[1] == "keep": self = .quit(isKept: true)
    default: return nil
    }
  }

  var name: String {
    switch self {
    case .found: "found"
    case .invite: "invite"
    case .knock: "knock"
    case .send: "send"
    case .drag: "drag"
    case .counts: "counts"
    case .who: "who"
    case .quit: "quit"
    }
  }
}
