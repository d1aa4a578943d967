import FoundationEssentials

/// Names of types that are equal in two processes.
enum TypeName {
  /// Which messages are of one type: the custom identifier, else the name with its module.
  static func message<T>(of type: T.Type) -> String {
    // Empty for `Data`, also when a generic caller hands it over in disguise.
    if type == Data.self { return "" }
    if let custom = type as? any CustomMessageIdentifiable.Type { return custom.messageIdentifier }
    return stable(of: type)
  }

  /// The name with its module, without what differs from process to process.
  ///
  /// The runtime writes "(unknown context at $5581…)." into the names of private and local types.
  /// Without it, two private types of one name in two files of a module are named alike.
  static func stable<T>(of type: T.Type) -> String {
    withoutAddresses(String(reflecting: type))
  }

  static func withoutAddresses(_ name: String) -> String {
    let mark = Array("(unknown context at $".utf8)
    let bytes = Array(name.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index...].starts(with: mark),
        let end = bytes[index...].firstIndex(of: UInt8(ascii: ")"))
      else {
        result.append(bytes[index])
        index += 1
        continue
      }
      index = end + 1
      if index < bytes.count, bytes[index] == UInt8(ascii: ".") { index += 1 }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
