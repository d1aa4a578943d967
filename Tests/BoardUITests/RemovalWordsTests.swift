import BoardUI
import Testing

/// What people read when somebody is put out.
struct RemovalWordsTests {
  @Test func `those who stay read who removed whom`() {
    #expect(RemovalWords.others(name: "Cem", remover: "Ada") == "Ada removed Cem.")
    #expect(RemovalWords.others(name: "Cem", remover: nil) == "You removed Cem.")
    #expect(RemovalWords.others(name: "", remover: "") == "Somebody removed Somebody.")
  }

  @Test func `the one who goes reads by whom, what the screen shows and what to do`() {
    let who = "Ada removed you from this board’s session."
    let advice = "To come back, ask to be invited."
    for (board, now) in [
      (RemovalWords.Board.same, "You go on alone with your copy."),
      (.own(keeping: "Plans"), "This is your own board; your copy of “Plans” is kept."),
      (.ownAlone, "This is your own board."),
    ] {
      #expect(RemovalWords.own(remover: "Ada", board: board) == "\(who) \(now) \(advice)")
    }
    #expect(RemovalWords.own(remover: nil, board: .same).hasPrefix("Somebody removed you"))
  }

  @Test func `names are short and can do nothing`() {
    let name = "\u{1B}[2J\u{202E}" + String(repeating: "x", count: 64)
    let words = RemovalWords.others(name: name, remover: name)
    #expect(words.count < 64)
    #expect(!words.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    #expect(words.hasSuffix("."))
  }
}
