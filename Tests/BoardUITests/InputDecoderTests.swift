import BoardUI
import Testing

/// What a fresh decoder makes of bytes that come in one read.
private func decode(_ text: String) -> [TerminalInput] {
  var decoder = InputDecoder()
  return decoder.feed(text.utf8)
}

private func keys(_ keys: Key...) -> [TerminalInput] {
  keys.map { .key($0) }
}

struct InputDecoderTests {
  @Test func `plain bytes are characters and keys`() {
    let expected = keys(
      .character("a"),
      .character("Z"),
      .character(" "),
      .character("~"),
      .enter,
      .enter,
      .tab,
      .backspace,
      .backspace,
      .control("@"),
      .control("a"),
      .control("r"),
      .control("z"),
      .control("\\"),
      .control("_")
    )
    #expect(decode("aZ ~\r\n\t\u{8}\u{7F}\u{0}\u{1}\u{12}\u{1A}\u{1C}\u{1F}") == expected)
  }

  @Test(arguments: [
    ("[A", Key.up), ("[B", .down), ("[C", .right), ("[D", .left), ("OA", .up), ("OB", .down),
    ("OC", .right), ("OD", .left), ("[1;2A", .shiftUp), ("[1;2B", .shiftDown),
    ("[1;2C", .shiftRight), ("[1;2D", .shiftLeft), ("[a", .shiftUp), ("[1;5D", .left),
    ("[1;6D", .shiftLeft), ("[1;3A", .up), ("[1;1A", .up), ("[1;1:1A", .up), ("[1;2:2A", .shiftUp),
    ("[H", .home), ("OH", .home), ("[1~", .home), ("[7~", .home), ("[F", .end), ("OF", .end),
    ("[4~", .end), ("[8~", .end), ("[5~", .pageUp), ("[6~", .pageDown), ("[2~", .insert),
    ("[3~", .delete), ("[3;5~", .delete), ("[Z", .backTab), ("[1;2Z", .backTab),
    ("OP", .function(1)), ("[[A", .function(1)), ("[[E", .function(5)), ("[11~", .function(1)),
    ("[15~", .function(5)), ("[17~", .function(6)), ("[24~", .function(12)), ("OM", .enter),
    ("Oj", .character("*")), ("Op", .character("0")), ("Oy", .character("9")),
    ("[97u", .character("a")), ("[97;5u", .control("a")), ("[97;2u", .character("A")),
    ("[97:65;2u", .character("A")), ("[57;5u", .control("9")), ("[13u", .enter),
    ("[27u", .escape), ("[9;2u", .backTab), ("[127;5u", .backspace), ("[233u", .character("é")),
    ("[57414u", .enter), ("[57399u", .character("0")), ("[57419;2u", .shiftUp),
    ("[27;5;97~", .control("a")), ("[27;2;13~", .enter),
  ])
  func `a sequence is one key`(sequence: String, key: Key) {
    #expect(decode("\u{1B}" + sequence) == [.key(key)])
    #expect(decode("\u{1B}\(sequence)x") == [.key(key), .key(.character("x"))])
  }

  @Test(arguments: [
    "[<0;10;5M", "[<0;10;5m", "[<35;131;52M", "[M !!", "[?1;2c", "[>0;95;0c", "[10;5R", "[1;5R",
    "[?2026;2$y", "[97;1:3u", "[1;1:3A", "[3;1:3~", "[201~", "[99999999999999999999u",
    "[57441u", "[1114112u", "[55296u", "[155u", "[0u", "[u", "[~", "[99~",
    "]0;title\u{7}", "]11;rgb:0/0/0\u{1B}\\", "P1$r0m\u{1B}\\", "_Gi=1;OK\u{1B}\\", "^x\u{7}",
    "Xq\u{1B}\\", "[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1A", "[[~", "O~",
  ])
  func `reports and what is not known leave nothing behind`(sequence: String) {
    #expect(decode("\u{1B}\(sequence)x") == keys(.character("x")))
  }

  @Test func `focus is told`() {
    #expect(decode("\u{1B}[I\u{1B}[O") == [.focusGained, .focusLost])
  }

  @Test func `Alt with a key is Escape, then the key`() {
    #expect(decode("\u{1B}x") == keys(.escape, .character("x")))
    #expect(decode("\u{1B}\r") == keys(.escape, .enter))
    #expect(decode("\u{1B}é") == keys(.escape, .character("é")))
    #expect(decode("\u{1B}\u{1B}[A") == keys(.escape, .up))
    #expect(decode("\u{1B}[97;3u") == keys(.escape, .character("a")))
  }

  @Test func `a lone Escape is a key after the wait`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.timeout() == keys(.escape))
    #expect(!decoder.isWaiting)
    #expect(decoder.timeout() == [])
    #expect(decoder.feed([0x5B, 0x41]) == keys(.character("["), .character("A")))
  }

  @Test(arguments: ["[", "[1;2", "[[", "O", "O1", "]0;x", "P", "[M!", "]0;x\u{1B}"])
  func `a sequence that does not end is dropped after the wait`(start: String) {
    var decoder = InputDecoder()
    #expect(decoder.feed(("\u{1B}" + start).utf8) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.timeout() == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed("x".utf8) == keys(.character("x")))
  }

  @Test func `a byte that cannot be in a sequence ends it and counts`() {
    #expect(decode("\u{1B}[1\u{3}x") == keys(.control("c"), .character("x")))
    #expect(decode("\u{1B}[1\u{1B}[B") == keys(.down))
    #expect(decode("\u{1B}Oé") == keys(.character("é")))
  }

  @Test func `a text sequence without an end is given up`() {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}]".utf8) + Array(repeating: 0x61, count: 5_000)
    let typed = decoder.feed(bytes)
    #expect(typed.count == 5_000 - InputDecoder.maximumTextBytes - 1)
    #expect(!decoder.isWaiting)
  }

  @Test func `characters of several bytes are one key`() {
    #expect(decode("é会🚀") == keys(.character("é"), .character("会"), .character("🚀")))
    #expect(decode("e\u{301}x") == keys(.character("e\u{301}"), .character("x")))
    #expect(decode("👩\u{200D}💻🇫🇷") == keys(.character("👩\u{200D}💻"), .character("🇫🇷")))
    #expect(decode("\u{9B}A") == keys(.character("\u{FFFD}"), .character("A")))
  }

  @Test(
    arguments: [
      ([0xFF, 0x61], "\u{FFFD}a"), ([0xC3, 0x28], "\u{FFFD}("), ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
      ([0xC3, 0xC3, 0xA9], "\u{FFFD}é"), ([0x80], "\u{FFFD}"),
    ] as [([UInt8], String)]
  )
  func `a bad byte costs no good character`(bytes: [UInt8], text: String) {
    var decoder = InputDecoder()
    let expected = text.map { TerminalInput.key(.character($0)) }
    #expect(decoder.feed(bytes) == expected)
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `a character may come in two reads`() {
    var decoder = InputDecoder()
    #expect(decoder.feed([0xE4, 0xBC]) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x9A]) == keys(.character("会")))
  }
}

struct InputPasteTests {
  private func paste(_ text: String) -> [TerminalInput] {
    decode("\u{1B}[200~\(text)\u{1B}[201~")
  }

  @Test func `what is pasted is text and never keys`() {
    #expect(paste("dd\nq\n:wq") == [.paste("dd\nq\n:wq")])
    #expect(paste("") == [.paste("")])
    #expect(
      decode("a\u{1B}[200~b\u{1B}[201~c") == keys(.character("a")) + [.paste("b")]
        + keys(.character("c"))
    )
  }

  @Test func `newlines become one kind and other controls go`() {
    #expect(paste("a\r\nb\rc\nd\te") == [.paste("a\nb\nc\nd\te")])
    #expect(paste("x\u{1B}[31my\u{7}\u{9B}\u{7F}z") == [.paste("x[31myz")])
    #expect(paste("\u{1B}[200~\u{1B}\u{1B}[201") == [.paste("[200~[201")])
    #expect(paste("\r\r\n\n") == [.paste("\n\n\n")])
  }

  @Test func `a paste that goes on is not waited for`() {
    var decoder = InputDecoder()
    #expect(decoder.feed("\u{1B}[200~ab\u{1B}[20".utf8) == [])
    #expect(!decoder.isWaiting)
    #expect(decoder.timeout() == [])
    #expect(decoder.feed("1~".utf8) == [.paste("ab")])
  }

  @Test func `a paste above the limit is cut between characters`() {
    var decoder = InputDecoder()
    let limit = InputDecoder.maximumPasteBytes
    let text = String(repeating: "a", count: limit - 1) + "é" + String(repeating: "b", count: 99)
    let inputs = decoder.feed("\u{1B}[200~\(text)\u{1B}[201~x".utf8)
    #expect(inputs.count == 2)
    #expect(inputs.first == .paste(String(repeating: "a", count: limit - 1)))
    #expect(inputs.last == .key(.character("x")))
  }

  @Test func `bytes that are no text become replacements`() {
    var decoder = InputDecoder()
    let bytes = Array("\u{1B}[200~".utf8) + [0x61, 0xFF, 0x62] + Array("\u{1B}[201~".utf8)
    #expect(decoder.feed(bytes) == [.paste("a\u{FFFD}b")])
  }
}
