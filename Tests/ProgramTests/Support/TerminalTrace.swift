/// What a terminal would be like after all these bytes.
struct TerminalTrace: Equatable {
  var isOnAlternateScreen = false
  var isCursorShown = true
  var isPasteBracketed = false
  var isUpdating = false

  static let untouched = TerminalTrace()

  init() {}

  init(_ log: [UInt8]) {
    for sequence in EscapeSequence.all(in: log) where sequence.final == "h" || sequence.final == "l"
    {
      let isOn = sequence.final == "h"
      switch sequence.parameters {
      case "?1049": isOnAlternateScreen = isOn
      case "?25", "?12;25": isCursorShown = isOn
      case "?2004": isPasteBracketed = isOn
      case "?2026": isUpdating = isOn
      case _: break
      }
    }
  }
}

/// One escape sequence in what a program has sent.
struct EscapeSequence: Equatable, Hashable, CustomStringConvertible {
  /// The byte after ESC.
  var kind: Character
  /// What stands between, as text.
  var parameters = ""
  /// The byte that ends it; the same as `kind` when nothing follows that.
  var final: Character

  var description: String { kind == final ? "ESC \(kind)" : "ESC \(kind) \(parameters) \(final)" }

  /// Whether this program has a reason to send it: movement, clearing, colours, and four modes.
  var isOurs: Bool {
    guard kind == "[" else { return false }
    if final == "h" || final == "l" {
      return ["?1049", "?25", "?12;25", "?12", "?2004", "?2026", "4", "?7", "?1"]
        .contains(parameters)
    }
    return "mHJKXP@GdABCDrL M".contains(final)
      && parameters.allSatisfy { "0123456789;".contains($0) }
  }

  /// All of them, in order.
  ///
  /// Other control bytes than line feed, return, tab and backspace count as
  /// sequences of their own.
  static func all(in log: [UInt8]) -> [EscapeSequence] {
    var found: [EscapeSequence] = []
    var index = 0
    while index < log.count {
      let byte = log[index]
      index += 1
      if byte != 0x1B {
        if byte < 0x20 && ![8, 9, 10, 13].contains(byte) || byte == 0x7F {
          let name = Character(Unicode.Scalar(0x2400 + UInt32(byte == 0x7F ? 0x21 : byte)) ?? "?")
          found.append(EscapeSequence(kind: name, final: name))
        }
        continue
      }
      guard index < log.count else { break }
      var sequence = EscapeSequence(
        kind: Character(Unicode.Scalar(log[index])),
        final: Character(Unicode.Scalar(log[index]))
      )
      index += 1
      if sequence.kind == "[" {
        while index < log.count, log[index] < 0x40 {
          sequence.parameters.append(Character(Unicode.Scalar(log[index])))
          index += 1
        }
        if index < log.count {
          sequence.final = Character(Unicode.Scalar(log[index]))
          index += 1
        }
      }
      found.append(sequence)
    }
    return found
  }
}
