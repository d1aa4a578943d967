/// A JSON value (RFC 8259), as scripts read and write it.
///
/// Members keep their order; numbers keep their digits.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One name and its value.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  package init(_ number: some BinaryInteger) { self = .number(String(number)) }

  /// The first member of an object with this name.
  package subscript(_ name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// A whole number without a fraction or an exponent; nil for any other value.
  package var integer: Int? {
    guard case .number(let digits) = self else { return nil }
    return Int(digits)
  }

  package var elements: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  // MARK: Writing

  /// The value on one line.
  ///
  /// Whatever a terminal would obey or not show is escaped, so that it may go to one.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isShownAsItself: text.unicodeScalars.append(scalar)
      case _: for unit in UTF16.encode(scalar) ?? .init() { text += escape(unit) }
      }
    }
    text += "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
