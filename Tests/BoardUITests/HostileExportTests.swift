import BoardCore
import BoardUI
import Foundation
import FoundationXML
import TestSupport
import Testing

/// What others wrote on a board, in files that a person reads with whatever is at hand.
@Suite struct HostileExportTests {
  static let texts = [
    "\u{1B}]0;title\u{7}", "\u{1B}[2J\u{1B}[31mred", "\u{9B}31m", "\u{90}q\u{9C}",
    "\u{8}\u{8}\u{7F}",
    "\u{0}nul", "a\u{202E}b\u{2066}c\u{2069}", "\u{FEFF}mark", "\u{2028}line\u{2029}", "]]>",
    "<script>alert(1)</script>", "</title></svg>", "<!--", "&#27;[2J", "&lt;", "\"'><x y='",
    "a|b|c",
    "`ls`", "=1+1", "@x", "-1", "\r\n=cmd()", "one\rtwo\n\nthree", "👩‍👩‍👧 family", "שלום ab مرحبا",
    "e\u{301}\u{301}\u{301}", "\u{FFFE}\u{FFFF}\u{FFFD}", "\u{E0041}\u{200B}\u{200D}", "\u{85}next",
    String(repeating: "long ", count: 3_000), "", " ", "\t", "\n",
  ]

  /// One such text on each note, and one in the title.
  static func board(_ title: String) -> BoardPicture {
    let notes = texts.enumerated().map { index, text in
      Fixture.note(
        UInt64(index + 1),
        text,
        x: Int32(40 * index),
        y: 3,
        width: 30,
        height: 8,
        color: 1
      )
    }
    return Fixture.board(notes, title: title)
  }

  /// What a terminal obeys, or what turns the text around it.
  static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case _: false
    }
  }

  @Test(arguments: texts, BoardExport.Format.allCases)
  func `nothing in a file is obeyed by a terminal, and data comes back as it was`(
    title: String,
    format: BoardExport.Format
  ) throws {
    let board = Self.board(title)
    let file = try BoardExport.text(of: board, as: format)
    switch format {
    case .csv, .json:
      let read = try PortableBoard(file: Array(file.utf8))
      #expect(read.notes == board.notes.map { PortableNote($0) })
    case .md, .svg, .txt:
      let obeyed = file.unicodeScalars.first { Self.isObeyed($0) && !($0 == "\t" && format == .md) }
      #expect(obeyed == nil)
    }
    // JSON writes controls as \u001b, so that the file itself may be shown.
    if format == .json {
      #expect(!file.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
  }

  @Test(arguments: texts)
  func `a picture is sound XML with as many elements as the notes need, whatever they say`(
    title: String
  ) throws {
    let file = try BoardExport.text(of: Self.board(title), as: .svg)
    let elements = ElementCounter()
    let parser = XMLParser(data: Data(file.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(elements.counts["g"] == Self.texts.count)
    #expect(elements.counts["rect"] == Self.texts.count + 1)
    #expect(Set(elements.counts.keys) == ["svg", "title", "rect", "g", "text"])
    #expect(elements.counts["svg"] == 1 && elements.counts["title"] == 1)
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]

  func parser(
    _ parser: XMLParser,
    didStartElement element: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    counts[element, default: 0] += 1
  }
}
