import BoardUI
import Testing

/// Text of others on a person's terminal.
struct VisibleTextTests {
  @Test(arguments: [
    "👩‍👩‍👧 and 👩🏽‍🚀", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️‍🔥 🇨🇭 é", "e\u{301} שלום 会議",
  ])
  func `an emoji of several stays whole`(text: String) {
    #expect(text.visibleLine == text)
    #expect(text.visibleLines == text)
  }

  @Test(arguments: [
    // Joiners and tags that join nothing would hide there.
    ("a\u{200D}b", "a�b"), ("👩\u{200D}", "👩�"), ("👩\u{200D}x", "👩�x"),
    ("\u{200D}👩", "�👩"), ("🏴\u{E0067}", "🏴�"), ("🏴\u{E0067}\u{E0001}\u{E007F}", "🏴���"),
    ("x\u{E0067}\u{E007F}", "x��"), ("\u{1B}[2J", "�[2J"), ("a\u{202E}b\u{0}\u{85}", "a�b��"),
    ("zero\u{200B}width\u{FEFF}", "zero�width�"),
  ])
  func `what a terminal would obey or hide is seen`(text: String, seen: String) {
    #expect(text.visibleLine == seen)
    #expect(text.visibleLines == seen)
  }

  @Test func `lines stay lines only where there may be some`() {
    #expect("a\nb\r\nc\u{2028}".visibleLines == "a\nb�\nc�")
    #expect("a\nb\r\nc".visibleLine == "a�b��c")
  }
}
