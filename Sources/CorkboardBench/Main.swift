import BoardCore
import FoundationEssentials
import Glibc

/// Measures the board's synchronisation, one work a process, and prints the figures as JSON.
///
/// `Tests/Bench/sync/sync.py` runs it beside other libraries.
@main
enum CorkboardBench {
  static let usage = """
    usage: CorkboardBench work --notes N [--moves N] [--apart N] [--seed N] [--plain 1]
           CorkboardBench snapshot FILE --notes N [--moves N] [--plain 1]
           CorkboardBench memory FILE
           CorkboardBench many --notes N [--moves N]
           CorkboardBench join --notes N
           CorkboardBench stored --notes N
           CorkboardBench typing --pieces N
    """

  static func main() throws {
    let options = Options(CommandLine.arguments.dropFirst())
    let notes = options.number("--notes") ?? 1_000
    let texts: Texts = options.number("--plain") == 1 ? .different : .alike
    var figures = Figures()
    switch options.command {
    case "work":
      let work = SharedWork(
        notes: notes,
        moves: options.number("--moves") ?? 100_000,
        apart: options.number("--apart") ?? 10_000,
        seed: UInt64(options.number("--seed") ?? 1),
        texts: texts
      )
      work.run(into: &figures)
    case "snapshot":
      var board = BenchBoard(notes: notes, texts: texts)
      board.move(options.number("--moves") ?? 100_000)
      try Data(board.replicator.snapshot()).write(to: URL(filePath: options.file))
    case "memory":
      try MemoryWork(path: options.file).run(into: &figures)
    case "many":
      ManyMoves(notes: notes, moves: options.number("--moves") ?? 1_000_000).run(into: &figures)
    case "join":
      JoinWork(notes: notes).run(into: &figures)
    case "stored":
      try StoredWork(notes: notes).run(into: &figures)
    case "typing":
      TypingWork(pieces: options.number("--pieces") ?? 1_000).run(into: &figures)
    default:
      print(usage)
      exit(2)
    }
    print(figures.json)
  }
}

/// The words of a command line.
struct Options {
  let command: String
  let file: String
  private var numbers: [String: Int] = [:]

  init(_ words: ArraySlice<String>) {
    let words = Array(words)
    command = words.first ?? ""
    file = words.dropFirst().first ?? ""
    for (name, value) in zip(words, words.dropFirst()) where name.hasPrefix("--") {
      numbers[name] = Int(value)
    }
  }

  func number(_ name: String) -> Int? { numbers[name] }
}

/// What the processor did for this process: what else the machine does counts less than by a clock.
enum ProcessorTime {
  static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = now
    try body()
    return now - start
  }
}

/// Named numbers, as one line of JSON.
struct Figures {
  private var values: [String: Double] = [:]

  subscript(name: String) -> Double? {
    get { values[name] }
    set { values[name] = newValue }
  }

  mutating func set(_ name: String, _ value: Int) { values[name] = Double(value) }

  /// Runs `body` and keeps how many of `unit` the processor took for it.
  mutating func time(
    _ name: String,
    per count: Int = 1,
    in unit: Duration = .milliseconds(1),
    _ body: () throws -> Void
  ) rethrows {
    values[name] = (try ProcessorTime.measure(body)) / unit / Double(count)
  }

  var json: String {
    let fields = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return "{\(fields.joined(separator: ", "))}"
  }
}
