import BoardCore
import BoardUI
import Testing
import TestSupport

/// Boards as files, and files as boards.
struct ExportTests {
  /// All that files get wrong: separators, quotes, line ends, emoji, right-to-left, controls.
  private static let pieces = [
    ",", "\"", "\"\"", "\n", "\r\n", "\r", "\t", "'", "=1+1", "\\", "\\u0041", "<b>", "&amp;", " ",
    "🚀", "👩‍👩‍👧", "🇨🇭", "שלום", "مرحبا", "\u{202E}", "\u{200B}", "e\u{301}", "é", "会議", "\u{0}",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}", "\u{E0041}", "text", "- [ ] item", "#",
  ]

  private static func board(_ seed: UInt64) -> BoardPicture {
    var random = SeededGenerator(seed)
    let count = random.number(in: 0...12)
    let notes = (0..<count).map { index in
      let text = (0..<random.number(in: 0...8)).map { _ in random.one(of: pieces) }.joined()
      return Fixture.note(
        UInt64(index + 1),
        text,
        x: Int32(random.number(in: -1_000_000...1_000_000)),
        y: Int32(random.number(in: -1_000_000...1_000_000)),
        width: Int32(random.number(in: 1...10_000)),
        height: Int32(random.number(in: 1...10_000)),
        color: random.number(in: 0...7)
      )
    }
    return Fixture.board(notes.shuffled(using: &random), title: random.one(of: pieces) + "title")
  }

  private static func portable(_ board: BoardPicture) -> [PortableNote] {
    board.notes.map {
      PortableNote(text: $0.text, position: $0.position, size: $0.size, color: $0.color)
    }
  }

  @Test func `what is exported and imported has the same notes in the same order`() throws {
    for seed in Seeds.first(200) {
      let board = Self.board(seed)
      for format in [BoardExport.Format.json, .csv] {
        let file = try BoardExport.text(of: board, as: format)
        let read = try PortableBoard(file: Array(file.utf8))
        #expect(read.notes == Self.portable(board), "seed \(seed) as \(format)")
        let title = read.title.map { Array($0.utf8) }
        #expect(title == (format == .json ? Array(board.title.utf8) : nil), "seed \(seed)")
        if read.notes != Self.portable(board) { return }
      }
    }
  }

  @Test func `imported notes are the same on the board that they come to`() throws {
    for seed in Seeds.first(40) {
      let board = Self.board(seed)
      let file = try BoardExport.text(of: board, as: .json)
      let read = try PortableBoard(file: Array(file.utf8))
      var replicator = BoardReplicator(
        board: BoardID(9),
        title: "copy",
        replica: ReplicaID(77),
        author: AuthorID(5)
      )
      var effects: [ReplicaEffect] = []
      let now = BoardTime(wallMilliseconds: 1, sinceStart: .zero)
      for note in read.notes {
        let made = replicator.add(
          text: note.text,
          place: note.position,
          size: note.size,
          color: note.color,
          at: now,
          into: &effects
        )
        #expect(made?.replica == ReplicaID(77))
      }
      #expect(Self.portable(replicator.picture) == Self.portable(board), "seed \(seed)")
    }
  }

  @Test func `every cut and every changed byte of a file is read or refused, never more`() throws {
    var random = SeededGenerator(3)
    for format in [BoardExport.Format.json, .csv] {
      let file = Array(try BoardExport.text(of: Self.board(11), as: format).utf8)
      for end in file.indices { _ = try? PortableBoard(file: Array(file[..<end])) }
      for _ in 0..<2_000 {
        var changed = file
        changed[random.number(in: 0...file.count - 1)] = UInt8(random.number(in: 0...255))
        guard let read = try? PortableBoard(file: changed) else { continue }
        #expect(read.notes.allSatisfy { $0.size.width >= 1 && $0.size.height >= 1 })
      }
    }
  }

  @Test func `a note in JSON has every field of the contract, in order, on one line`() throws {
    var note = Fixture.note(3, "two\nlines \"and\" \u{1B}[31m é", x: -4, y: 5, color: 2)
    note.author = AuthorID(0xAB)
    note.votes = 2
    let hash = ContentHash([UInt8](repeating: 0x0A, count: 32))
    let file = hash.flatMap { FileReference(hash: $0, name: "a \"b\".pdf", size: 9) }
    note.attachments = [NoteAttachment(id: Fixture.id(9), file: try #require(file))]
    let text = BoardExport.value(of: note, z: 7).text
    #expect(
      text == #"{"id":"0000000000000001-3","text":"two\nlines \"and\" \u001b[31m é","x":-4,"y":5,"#
        + #""width":24,"height":7,"color":3,"z":7,"votes":2,"#
        + #""author":"000000000000000000000000000000ab","attachments":[{"name":"a \"b\".pdf","#
        + #""size":9,"sha256":"\#(String(repeating: "0a", count: 32))"}]}"#
    )
  }

  @Test func `a board in every format`() throws {
    let notes = [
      Fixture.note(1, "Say \"hi\", then\ngo & <wait>", x: 2, y: 1, width: 16, height: 4, color: 1),
      Fixture.note(2, "会議 🚀", x: 12, y: 3, width: 12, height: 3),
    ]
    let board = Fixture.board(notes, title: "A & B")
    let author = "00000000000000000000000000000000"
    #expect(
      try BoardExport.text(of: board, as: .csv)
        == "id,text,x,y,width,height,color,z,votes,author\r\n"
        + "0000000000000001-1,\"Say \"\"hi\"\", then\ngo & <wait>\",2,1,16,4,2,0,0,\(author)\r\n"
        + "0000000000000001-2,会議 🚀,12,3,12,3,1,1,0,\(author)\r\n"
    )
    #expect(
      try BoardExport.text(of: board, as: .md) == """
        # A & B

        - Say "hi", then
          go & <wait>

        - 会議 🚀

        """
    )
    #expect(
      try BoardExport.text(of: board, as: .txt) == """
        A & B

        ╭──────────────╮
        │ Say "hi",    │
        │ then    ╭──────────╮
        ╰─────────│ 会議 🚀  │
                  ╰──────────╯

        """
    )
    let json = try BoardExport.text(of: board, as: .json)
    #expect(
      json.split(separator: "\n").prefix(6).map(String.init) == [
        "{", "  \"format\": \"corkboard.board\",", "  \"version\": 1,",
        "  \"id\": \"00000000000000000000000000000007\",", "  \"title\": \"A & B\",",
        "  \"notes\": [",
      ]
    )
  }

  @Test func `a picture holds the text of others as text`() throws {
    let hostile = "</text><script>alert(1)</script>\u{1B}]0;x\u{7}\u{0}"
    let board = Fixture.board([Fixture.note(1, hostile, x: 0, y: 0, width: 60)], title: hostile)
    let text = try BoardExport.text(of: board, as: .svg)
    #expect(!text.contains("<script"))
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(text.contains("&lt;/text&gt;&lt;script&gt;alert(1)"))
    #expect(text.contains("fill=\"#f0d98c\""))
  }

  @Test func `notes a million cells apart are drawn with a gap between them`() throws {
    let board = Fixture.board(
      [
        Fixture.note(1, "far", x: -1_000_000, y: 1_000_000, width: 5, height: 3),
        Fixture.note(2, "away", x: 1_000_000, y: -1_000_000, width: 6, height: 3),
      ],
      title: ""
    )
    let text = try BoardExport.text(of: board, as: .txt)
    #expect(text.split(separator: "\n").count == 6)
    #expect(text.contains(String(repeating: " ", count: 45) + "╭────╮"))
  }

  @Test func `a board that is too large for a drawing is refused`() {
    let notes = (0..<200).map { index in
      Fixture.note(
        UInt64(index + 1),
        "",
        x: Int32(index) * 400,
        y: Int32(index) * 200,
        width: 400,
        height: 200
      )
    }
    #expect(throws: TransferError.self) {
      try BoardExport.text(of: Fixture.board(notes), as: .txt)
    }
  }

  @Test(
    arguments: [
      ("", "the file is empty"),
      ("{}", "it is JSON, but no board that corkboard exported"),
      ("[1,]", "line 1: no JSON value begins here"),
      ("{\"format\":\"corkboard.board\",\"version\":2,\"notes\":[]}", "it was exported by a newer"),
      ("a,b\n1,2\n", "it is neither JSON nor CSV that corkboard exported"),
      ("text,x\n\"open", "line 2: a quoted field does not end"),
      ("text,x\nhi\n", "note 1 has 1 fields, not 2"),
      ("text,x,y,width,height,color\nhi,1,2,3,4,9\n", "note 1: color must be a whole number"),
      ("text,x,y,width,height,color\nhi,1000001,2,3,4,1\n", "note 1: x must be a whole number"),
      ("text,x,y,width,height,color\nhi,1.5,2,3,4,1\n", "note 1: x must be a whole number"),
      ("{\"a\":\"\\ud800\"}", "line 1: half a character stands in a text"),
      ("{\"a\":\"\n\"}", "line 2: a line or control character stands in a text"),
    ]
  )
  func `a file that is no board is refused with the reason`(file: String, reason: String) {
    let error = #expect(throws: TransferError.self) {
      try PortableBoard(file: Array(file.utf8))
    }
    #expect(error?.message.hasPrefix(reason) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [BoardExport.Format.json, .csv])
  func `a note that several people made longer than one can comes back`(
    format: BoardExport.Format
  ) throws {
    let long = String(repeating: "=\"añ🚀\u{1B},\r\n", count: 40_329) + "12345678901"
    #expect(long.utf8.count == BoardLimits.importedTextBytes)
    let board = Fixture.board([Fixture.note(1, long, x: 1, y: 2), Fixture.note(2, "b", x: 3, y: 4)])
    let file = Array(try BoardExport.text(of: board, as: format).utf8)
    #expect(try PortableBoard(file: file).notes == board.notes.map { PortableNote($0) })
    let longer = Fixture.board([
      Fixture.note(1, "a", x: 0, y: 0), Fixture.note(2, long + "x", x: 0, y: 0),
    ])
    let error = #expect(throws: TransferError.self) {
      try PortableBoard(file: Array(BoardExport.text(of: longer, as: format).utf8))
    }
    #expect(
      error?.message == "note 2 has 524289 bytes of text, and a note takes at most 524288"
    )
  }

  @Test(arguments: [BoardExport.Format.json, .csv])
  func `more notes than one person brings a board to come back, and too many are refused`(
    format: BoardExport.Format
  ) throws {
    let notes = (1...10_001).map { Fixture.note(UInt64($0), "n", x: Int32($0), y: 0) }
    let file = Array(try BoardExport.text(of: Fixture.board(notes), as: format).utf8)
    #expect(try PortableBoard(file: file).notes.map(\.position) == notes.map(\.position))
    #expect(throws: TransferError("it holds 10001 notes, and a board at most 10000")) {
      try PortableBoard(file: file, mostNotes: 10_000)
    }
  }

  /// A board with a word for each thing that a format may leave out, and one that differs in it.
  private static let things: [(word: String, change: @Sendable (inout BoardPicture) -> Void)] = [
    ("title", { $0.title = "Another" }),
    ("texts", { $0.notes[0].text = "b" }),
    ("places", { $0.notes[0].position.x += 1 }),
    ("sizes", { $0.notes[0].size.width += 1 }),
    ("colors", { $0.notes[0].color = NoteColor.all[5] }),
    ("stacking order", { $0.notes.swapAt(0, 1) }),
    ("ids", { $0.notes[0].id = Fixture.id(77) }),
    ("authors", { $0.notes[0].author = AuthorID(77) }),
    ("votes", { $0.notes[0].votes = 77 }),
    ("attachments", { $0.notes[0].attachments = [] }),
    ("control characters", { $0.notes[0].text = "\u{1B}" }),
    ("control characters", { $0.notes[0].text = "\u{202E}" }),
    ("parts of an emoji", { $0.notes[1].text = "over it \u{1F468}" }),
  ]

  @Test(arguments: BoardExport.Format.allCases)
  func `what an export says that it leaves out is what it leaves out`(
    format: BoardExport.Format
  ) throws {
    let hash = try #require(ContentHash([UInt8](repeating: 1, count: 32)))
    let file = FileReference(hash: hash, name: "a", size: 1)
    var note = Fixture.note(1, "\u{0}", x: 0, y: 0)
    note.attachments = [NoteAttachment(id: Fixture.id(9), file: try #require(file))]
    let family = "over it \u{1F468}\u{200D}\u{1F469}"
    let over = Fixture.note(2, family, x: 8, y: 2, color: 1)
    let board = Fixture.board([note, over])
    let text = try BoardExport.text(of: board, as: format)
    var left: [String] = []
    for thing in Self.things {
      var other = board
      thing.change(&other)
      if try BoardExport.text(of: other, as: format) == text { left.append(thing.word) }
    }
    let said = Self.things.map(\.word).filter { format.leavesOut.contains($0) }
    // Of an attachment json has all but the content.
    #expect(left == (format == .json ? [] : said))
    #expect(format.leavesOut.contains("history"))
    var cut = board
    cut.notes[0].text = String(repeating: "line\n", count: 30) + "the end"
    let isCut = !(try BoardExport.text(of: cut, as: format).contains("the end"))
    #expect(isCut == format.leavesOut.contains("text that does not fit its note"))
  }

  @Test func `nesting without end is refused`() {
    let file = Array(repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: TransferError("line 1: nested too deeply")) { try JSONParser.value(of: file) }
  }

  @Test(arguments: [(0, 140), (3, 1_000)])
  func `added notes cover nobody's and stay near each other`(growth: Int, lowest: Int) {
    var board = Fixture.board([Fixture.note(1, "first", x: 10, y: 5)])
    for number in 2...60 {
      let size = NoteSize(fitting: String(repeating: "word ", count: 1 + number * growth))
      let place = board.placeForAddedNote(of: size)
      let frame = BoardFrame(place, size)
      #expect(board.notes.allSatisfy { !BoardFrame($0).intersects(frame) })
      #expect(frame.x >= 10 && frame.right <= 10 + 104)
      board.notes.append(
        NotePicture(
          id: Fixture.id(UInt64(number)),
          text: "",
          position: place,
          size: size,
          color: board.colorForAddedNote
        )
      )
    }
    #expect(Set(board.notes.map(\.color)).count == 8)
    #expect((board.notes.map { BoardFrame($0).bottom }.max() ?? 0) <= lowest)
  }
}
