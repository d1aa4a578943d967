import BoardCore

/// The one table of keys: `update` obeys it, the help panel shows it, the README prints it.
package enum KeyBindings {
  /// Every row, in the order in which help shows them.
  package static let all: [KeyBinding] =
    board + banner + moving + editing + prompt + link + questions + panel + anywhere

  /// What a key means in a context; nil when it means nothing there.
  package static func action(of key: Key, in context: KeyContext) -> KeyAction? {
    meanings[context]?[key]
  }

  private static let meanings: [KeyContext: [Key: KeyAction]] = {
    var meanings: [KeyContext: [Key: KeyAction]] = [:]
    for binding in all {
      for press in binding.keys {
        meanings[binding.context, default: [:]][press.key] = press.action
      }
    }
    return meanings
  }()

  /// The README's table of keys, one part for each context.
  package static var markdown: String {
    KeyContext.allCases
      .map { context in
        let rows = all.filter { $0.context == context }
          .map { "| \(code($0.label)) | \($0.words) |" }
        return (["**\(context.title)**", "", "| key | does |", "| --- | --- |"] + rows)
          .joined(separator: "\n")
      }
      .joined(separator: "\n\n") + "\n"
  }

  /// Each word of a label as code; words that end in a comma keep it outside.
  private static func code(_ label: String) -> String {
    label.split(separator: " ")
      .map { word in
        let bare = word.hasSuffix(",") ? word.dropLast() : word
        let isPlain = bare == "arrows"
        return (isPlain ? String(bare) : "`\(bare)`") + (word.hasSuffix(",") ? "," : "")
      }
      .joined(separator: " ")
  }

  private static let board: [KeyBinding] = [
    .board(
      "h j k l, arrows",
      "focus the next note that way",
      [
        .character("h"): .focus(.left), .character("j"): .focus(.down),
        .character("k"): .focus(.up), .character("l"): .focus(.right),
        .left: .focus(.left), .down: .focus(.down), .up: .focus(.up), .right: .focus(.right),
      ]
    ),
    .board(
      "Tab, Shift-Tab",
      "next, previous note in reading order",
      [.tab: .focusNext, .backTab: .focusPrevious]
    ),
    .board("o", "new note near the focus", [.character("o"): .newNote]),
    .board(
      "Enter, e",
      "write in the note",
      [.enter: .edit, .character("e"): .edit]
    ),
    .board(
      "m, Space",
      "lift the note to move it",
      [.character("m"): .lift, .character(" "): .lift]
    ),
    .board(
      "H J K L, Shift-arrows",
      "nudge the note by one cell",
      [
        .character("H"): .nudge(.left), .character("J"): .nudge(.down),
        .character("K"): .nudge(.up), .character("L"): .nudge(.right),
        .shiftLeft: .nudge(.left), .shiftDown: .nudge(.down),
        .shiftUp: .nudge(.up), .shiftRight: .nudge(.right),
      ]
    ),
    .board(
      "1 2 3 4 5 6 7 8",
      "color the note",
      [
        .character("1"): .recolor(NoteColor.all[0]), .character("2"): .recolor(NoteColor.all[1]),
        .character("3"): .recolor(NoteColor.all[2]), .character("4"): .recolor(NoteColor.all[3]),
        .character("5"): .recolor(NoteColor.all[4]), .character("6"): .recolor(NoteColor.all[5]),
        .character("7"): .recolor(NoteColor.all[6]), .character("8"): .recolor(NoteColor.all[7]),
      ]
    ),
    .board(
      "[ ], PageDown, PageUp",
      "lower, raise the note among the others",
      [.character("["): .lower, .character("]"): .raise, .pageDown: .lower, .pageUp: .raise]
    ),
    .board("v", "vote for the note, take the vote back", [.character("v"): .vote]),
    .board(
      "x, Delete",
      "delete the note",
      [.character("x"): .delete, .delete: .delete]
    ),
    .board("X", "clear the board for everyone (asks)", [.character("X"): .askClear]),
    .board(
      "u, Ctrl-R",
      "undo, redo what you did",
      [.character("u"): .undo, .control("r"): .redo]
    ),
    .board(
      "U",
      "have yours again, after somebody changed or deleted it too",
      [.character("U"): .takeBack]
    ),
    .board("i", "invite somebody by address", [.character("i"): .invite]),
    .board("I", "make an invitation link", [.character("I"): .makeLink]),
    .board("P", "people", [.character("P"): .people]),
    .board("?", "this help", [.character("?"): .help]),
    .board("Esc", "stop an invitation under way", [.escape: .cancelRequest]),
    .board("q", "leave; all is kept", [.character("q"): .leave]),
    .board("Q", "end for everyone (asks)", [.character("Q"): .askEnd]),
  ]

  private static let banner: [KeyBinding] = [
    .banner(
      "a d",
      "accept, decline",
      [.character("a"): .yes, .character("d"): .no]
    )
  ]

  private static let moving: [KeyBinding] = [
    .move(
      "h j k l, arrows",
      "move it one cell",
      [
        .character("h"): .step(.left, 1), .character("j"): .step(.down, 1),
        .character("k"): .step(.up, 1), .character("l"): .step(.right, 1),
        .left: .step(.left, 1), .down: .step(.down, 1), .up: .step(.up, 1),
        .right: .step(.right, 1),
      ]
    ),
    .move(
      "H J K L, Shift-arrows",
      "move it five cells",
      [
        .character("H"): .step(.left, 5), .character("J"): .step(.down, 5),
        .character("K"): .step(.up, 5), .character("L"): .step(.right, 5),
        .shiftLeft: .step(.left, 5), .shiftDown: .step(.down, 5),
        .shiftUp: .step(.up, 5), .shiftRight: .step(.right, 5),
      ]
    ),
    .move(
      "Enter, Space",
      "set it down here",
      [.enter: .drop, .character(" "): .drop]
    ),
    .move("Esc", "put it back where it was", [.escape: .putBack]),
  ]

  private static let editing: [KeyBinding] = [
    .text(.edit, "Esc", "leave; the text is kept", [.escape: .leave]),
    .text(.edit, "Enter", "a new line", [.enter: .type]),
    .text(
      .edit,
      "arrows, Home, End, Ctrl-A, Ctrl-E",
      "move the caret",
      [
        .left: .type, .right: .type, .up: .type, .down: .type,
        .home: .type, .end: .type, .control("a"): .type, .control("e"): .type,
      ]
    ),
    .text(
      .edit,
      "Shift-Left, Shift-Right",
      "move the caret by a word",
      [.shiftLeft: .type, .shiftRight: .type]
    ),
    .text(
      .edit,
      "Backspace, Delete, Ctrl-W",
      "erase before, after, the word before",
      [.backspace: .type, .delete: .type, .control("w"): .type]
    ),
    .text(
      .edit,
      "Ctrl-U, Ctrl-K",
      "erase the line before, after",
      [.control("u"): .type, .control("k"): .type]
    ),
  ]

  private static let prompt: [KeyBinding] = [
    .text(.prompt, "Enter", "invite that address", [.enter: .submit]),
    .text(.prompt, "Tab", "the next name that was heard nearby", [.tab: .complete]),
    .text(.prompt, "Esc", "back to the board", [.escape: .leave]),
  ]

  private static let link: [KeyBinding] = [
    .link(
      "k j, Up, Down",
      "let in more, fewer",
      [.character("k"): .more, .character("j"): .fewer, .up: .more, .down: .fewer]
    ),
    .link(
      "l h, Right, Left",
      "for longer, shorter",
      [.character("l"): .longer, .character("h"): .shorter, .right: .longer, .left: .shorter]
    ),
    .link("Enter", "make it", [.enter: .make]),
    .link("Esc", "back to the board", [.escape: .leave]),
  ]

  private static let questions: [KeyBinding] = [
    .question(.clear, "c", "clear every note", [.character("c"): .yes]),
    .question(.clear, "Esc", "clear nothing", [.escape: .no]),
    .question(.end, "e", "end the session for everyone", [.character("e"): .yes]),
    .question(.end, "Esc", "go on", [.escape: .no]),
    .question(
      .keep,
      "Enter, o",
      "keep it as a new note",
      [.enter: .yes, .character("o"): .yes]
    ),
    .question(.keep, "Esc", "let it go", [.escape: .no]),
    .question(.remove, "r", "remove them, for everyone", [.character("r"): .yes]),
    .question(.remove, "Esc", "remove nobody", [.escape: .no]),
    .question(.bring, "b", "copy the notes of your own board here", [.character("b"): .yes]),
    .question(.bring, "Esc, Enter", "leave them where they are", [.escape: .no, .enter: .no]),
  ]

  private static let panel: [KeyBinding] = [
    .panel(
      "j k, arrows",
      "scroll; among people, choose",
      [
        .character("j"): .lineDown, .character("k"): .lineUp,
        .down: .lineDown, .up: .lineUp,
        .pageDown: .pageDown, .pageUp: .pageUp,
        .character(" "): .pageDown,
      ]
    ),
    .panel(
      "x",
      "among people, remove whom was chosen (asks), revoke a link",
      [.character("x"): .remove]
    ),
    .panel(
      "Esc, q, Enter",
      "close; Enter invites whom was chosen nearby",
      [.escape: .close, .character("q"): .close, .enter: .close]
    ),
  ]

  private static let anywhere: [KeyBinding] = [
    .anywhere(
      "Ctrl-L, Ctrl-Z",
      "draw anew, suspend",
      [.control("l"): .redraw, .control("z"): .suspend]
    ),
    .anywhere("Ctrl-C", "leave at once; all is kept", [.control("c"): .leave]),
  ]
}
