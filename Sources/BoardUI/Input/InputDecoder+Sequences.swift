extension InputDecoder {
  /// A byte of a CSI sequence.
  mutating func takeControl(_ byte: UInt8) {
    switch byte {
    case 0x20...0x3F:
      keepParameter(byte)
    case UInt8(ascii: "[") where parameters.isEmpty:
      state = .console
    case 0x40...0x7E:
      let list = parameters
      let isWhole = !parametersOverflow
      reset()
      if isWhole { endControl(list, final: byte) }
    default:
      // No byte of a sequence: what was begun is dropped, this byte means what it means.
      reset()
      takeGround(byte)
    }
  }

  mutating func takeConsole(_ byte: UInt8) {
    reset()
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"): emit(.function(Int(byte) - 0x40))
    case 0x20...0x7E: return
    default: takeGround(byte)
    }
  }

  /// A byte behind `ESC O`: cursor keys and keypad in their application mode.
  mutating func takeSingleShift(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      keepParameter(byte)
    case 0x20...0x7E:
      let modifiers = KeyModifiers(parameter: Self.numbers(parameters).last ?? 1)
      reset()
      if let key = Self.cursorKey(byte, modifiers) {
        emit(key)
      } else if let key = Self.keypadKey(byte) {
        emit(key)
      }
    default:
      reset()
      takeGround(byte)
    }
  }

  private mutating func keepParameter(_ byte: UInt8) {
    if parameters.count < Self.maximumParameters {
      parameters.append(byte)
    } else {
      parametersOverflow = true
    }
  }

  /// A whole CSI sequence.
  ///
  /// Reports of any kind, those of the mouse too, are swallowed.
  private mutating func endControl(_ list: [UInt8], final: UInt8) {
    let isPlain = list.allSatisfy { $0 >= 0x30 && $0 <= 0x3B }
    guard isPlain else { return }
    let numbers = Self.numbers(list)
    let modifiers = KeyModifiers(
      parameter: numbers.count > 1 ? numbers[1] : 1,
      event: Self.event(list)
    )
    switch final {
    case UInt8(ascii: "~"): endTilde(numbers, modifiers)
    case UInt8(ascii: "u"): endUnicode(numbers, modifiers)
    case UInt8(ascii: "I") where list.isEmpty: output.append(.focusGained)
    case UInt8(ascii: "O") where list.isEmpty: output.append(.focusLost)
    case UInt8(ascii: "M") where list.isEmpty: state = .skip(3)
    case UInt8(ascii: "R") where !list.isEmpty: return
    default:
      if modifiers.isRelease { return }
      if let key = Self.cursorKey(final, modifiers) { emit(key) }
    }
  }

  private mutating func endTilde(_ numbers: [Int], _ modifiers: KeyModifiers) {
    guard let first = numbers.first, !modifiers.isRelease else { return }
    switch first {
    case 200: state = .paste
    case 27 where numbers.count > 2: emitUnicode(numbers[2], modifiers)
    default:
      if let key = Self.editingKeys[first] { emit(key) }
    }
  }

  /// `CSI code ; modifiers u`, as kitty and others send keys.
  private mutating func endUnicode(_ numbers: [Int], _ modifiers: KeyModifiers) {
    guard let code = numbers.first, !modifiers.isRelease else { return }
    emitUnicode(code, modifiers)
  }

  private mutating func emitUnicode(_ code: Int, _ modifiers: KeyModifiers) {
    if let key = Self.namedKey(code, modifiers) {
      emit(key)
      return
    }
    guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value),
      !scalar.isControl, !(0xE000...0xF8FF).contains(value)
    else { return }
    let character = Character(scalar)
    if modifiers.hasControl {
      if scalar.isASCII { emit(.control(Character(character.lowercased()))) }
      return
    }
    if modifiers.hasAlt { emit(.escape) }
    let isCapital = modifiers.hasShift && scalar.isASCII
    emit(.character(isCapital ? Character(character.uppercased()) : character))
  }
}
