import BoardUI
import TestSupport
import Testing

/// The inputs with characters that follow each other put together, as reads may part them.
private func joined(_ inputs: [TerminalInput]) -> [[String]] {
  var result: [[String]] = []
  for input in inputs {
    if case .key(.character(let character)) = input {
      if result.last?.first == "text", let text = result.last?.last {
        result[result.count - 1] = ["text", text + String(character)]
      } else {
        result.append(["text", String(character)])
      }
    } else {
      result.append(["\(input)"])
    }
  }
  return result
}

/// Bytes as a hostile or broken terminal might send them.
private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
  let pieces = [
    "\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}]", "\u{1B}P", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[<",
    "[", ";", ":", "1", "27", "97", "A", "~", "u", "M", "\u{7}", "\\", "\r", "\n", "x", "é", "会",
    "e\u{301}", "👩\u{200D}💻", "🇫🇷", "\u{200D}", "\u{9B}", "99999999999999999999",
  ]
  var bytes: [UInt8] = []
  for _ in 0..<random.number(in: 0...60) {
    if random.number(in: 0...3) == 0 {
      bytes.append(UInt8(random.number(in: 0...255)))
    } else {
      bytes += Array(random.one(of: pieces).utf8)
    }
  }
  return bytes
}

struct InputFuzzTests {
  @Test(arguments: Seeds.first(20))
  func `where the reads end makes no difference`(seed: UInt64) {
    var random = SeededGenerator(seed)
    for round in 0..<100 {
      let bytes = bytes(&random)
      var whole = InputDecoder()
      var single = InputDecoder()
      var chopped = InputDecoder()
      let expected = joined(whole.feed(bytes))
      #expect(joined(bytes.flatMap { single.feed([$0]) }) == expected, "seed \(seed), \(round)")
      var inputs: [TerminalInput] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = random.number(in: 1...rest.count)
        inputs += chopped.feed(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      #expect(joined(inputs) == expected, "seed \(seed), \(round)")
      #expect(whole.isWaiting == single.isWaiting && whole.isWaiting == chopped.isWaiting)
    }
  }

  @Test(arguments: Seeds.first(20))
  func `nothing but text comes out of a paste`(seed: UInt64) throws {
    var random = SeededGenerator(seed)
    let end = Array("\u{1B}[201~".utf8)
    for _ in 0..<100 {
      let body = bytes(&random)
      var decoder = InputDecoder()
      let inputs = decoder.feed(Array("\u{1B}[200~".utf8) + body + end)
      guard case .paste(let text)? = inputs.first else {
        Issue.record("a paste must come out of \(body)")
        return
      }
      let controls = text.unicodeScalars.filter {
        $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
      }
      try #require(controls.isEmpty)
      let hasEnd = body.indices.contains { body[$0...].starts(with: end) }
      if !hasEnd {
        #expect(inputs.count == 1)
      }
    }
  }

  @Test(arguments: Seeds.first(20))
  func `after the wait every key works again`(seed: UInt64) {
    var random = SeededGenerator(seed)
    for _ in 0..<100 {
      var decoder = InputDecoder()
      _ = decoder.feed(bytes(&random))
      _ = decoder.timeout()
      _ = decoder.feed("\u{1B}[201~".utf8)
      _ = decoder.timeout()
      #expect(!decoder.isWaiting)
      #expect(decoder.feed("q".utf8).last == .key(.character("q")))
    }
  }
}
