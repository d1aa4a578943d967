/// Makes keys, pastes and focus changes of the bytes that a terminal sends.
///
/// Feed it whatever `read` gave; where the reads end makes no difference but for marks, which join
/// the character before them only within one read. While `isWaiting`, call `timeout()` if nothing
/// comes for 25 ms (100 ms through ssh): a lone Escape is then a key and an unfinished sequence is
/// nothing. Never traps, holds at most 1 MiB; what it does not know it swallows whole.
package struct InputDecoder: Sendable {
  /// Where in a sequence the next byte belongs.
  enum State: Equatable, Sendable {
    case ground
    /// Within a character of more than one byte.
    case utf8
    case escape
    /// CSI: `ESC [`.
    case control
    /// `ESC [ [`, the function keys of the Linux console.
    case console
    /// SS3: `ESC O`.
    case singleShift
    /// The rest of an old mouse report.
    case skip(Int)
    /// OSC, DCS, APC, PM, SOS: ends with BEL or `ESC \`.
    case text(count: Int, afterEscape: Bool)
    case paste
  }

  static let maximumParameters = 32
  package static let maximumTextBytes = 4_096
  /// A longer paste is cut.
  ///
  /// No field takes as much, so a cut one is refused there, not taken in part.
  package static let maximumPasteBytes = 1 << 20

  var state = State.ground
  /// The bytes of the present CSI or SS3 between its introducer and its final byte.
  var parameters: [UInt8] = []
  var parametersOverflow = false
  /// The bytes of the present character so far.
  var partial: [UInt8] = []
  var pasted: [UInt8] = []
  /// How much of the end mark of a paste has been seen.
  var pasteEndMatched = 0
  var output: [TerminalInput] = []

  package init() {}

  /// An escape sequence has begun and not ended.
  ///
  /// A paste, however long it takes, is not one.
  package var isWaiting: Bool {
    switch state {
    case .ground, .utf8, .paste: false
    case .escape, .control, .console, .singleShift, .skip, .text: true
    }
  }

  /// Takes bytes and returns what they complete, in order.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
    output = []
    for byte in bytes { take(byte) }
    defer { output = [] }
    return output
  }

  /// Nothing came for a while: what has begun will not end.
  package mutating func timeout() -> [TerminalInput] {
    guard isWaiting else { return [] }
    let wasEscape = state == .escape
    reset()
    return wasEscape ? [.key(.escape)] : []
  }

  mutating func reset() {
    state = .ground
    parameters = []
    parametersOverflow = false
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .ground: takeGround(byte)
    case .utf8: takeContinuation(byte)
    case .escape: takeEscape(byte)
    case .control: takeControl(byte)
    case .console: takeConsole(byte)
    case .singleShift: takeSingleShift(byte)
    case .skip(let count): state = count > 1 ? .skip(count - 1) : .ground
    case .text(let count, let afterEscape): takeText(byte, count, afterEscape)
    case .paste: takePaste(byte)
    }
  }

  mutating func emit(_ key: Key) { output.append(.key(key)) }

  mutating func takeGround(_ byte: UInt8) {
    switch byte {
    case 0x1B: state = .escape
    case 0x08, 0x7F: emit(.backspace)
    case 0x09: emit(.tab)
    case 0x0A, 0x0D: emit(.enter)
    case 0x00: emit(.control("@"))
    case 0x01...0x1A: emit(.control(Character(Unicode.Scalar(byte + 0x60))))
    case 0x1C...0x1F: emit(.control(Character(Unicode.Scalar(byte + 0x40))))
    case 0x20..<0x7F: emit(.character(Character(Unicode.Scalar(byte))))
    default: takeLead(byte)
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    reset()
    switch byte {
    case UInt8(ascii: "["): state = .control
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
      UInt8(ascii: "X"):
      state = .text(count: 0, afterEscape: false)
    default:
      // Alt with a key, or Escape and a quick hand: both are Escape, then the key.
      emit(.escape)
      takeGround(byte)
    }
  }

  private mutating func takeText(_ byte: UInt8, _ count: Int, _ afterEscape: Bool) {
    if byte == 0x07 || afterEscape && byte == UInt8(ascii: "\\") || count >= Self.maximumTextBytes {
      reset()
    } else {
      state = .text(count: count + 1, afterEscape: byte == 0x1B)
    }
  }
}
