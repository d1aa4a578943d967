/// The devices that were let in by a person of this folder, or that let them in.
///
/// Names are claims of others, kept as they were given: make them harmless before showing them.
package struct KnownDevices: Equatable, Sendable {
  package struct Device: Equatable, Sendable {
    /// The name that it gave when it was admitted last, at most 256 bytes.
    package let name: String
    /// When it was admitted first and last, in milliseconds since 1970.
    package let first: UInt64
    package let last: UInt64
  }

  /// More are not kept: those who were met longest ago make room.
  package static let limit = 256
  private static let nameBytes = 256

  /// By the number that is the fingerprint of a device's key.
  package private(set) var devices: [UInt128: Device] = [:]

  package init() {}

  /// A device was admitted, at a moment in milliseconds since 1970.
  package mutating func meet(_ device: UInt128, as name: String, at moment: UInt64) {
    let first = devices[device]?.first ?? moment
    devices[device] = Device(name: Self.short(name), first: min(first, moment), last: moment)
    while devices.count > Self.limit, let oldest = oldest(besides: device) { forget(oldest) }
  }

  /// What another list knows and this one does not.
  package mutating func join(_ other: KnownDevices) {
    for (id, device) in other.devices {
      let known = devices[id]
      devices[id] = Device(
        name: device.last >= known?.last ?? 0 ? device.name : known?.name ?? device.name,
        first: min(device.first, known?.first ?? .max),
        last: max(device.last, known?.last ?? 0)
      )
    }
    while devices.count > Self.limit, let oldest = oldest(besides: nil) { forget(oldest) }
  }

  package mutating func forget(_ device: UInt128) { devices[device] = nil }

  private func oldest(besides device: UInt128?) -> UInt128? {
    devices.filter { $0.key != device }.min { ($0.value.last, $0.key) < ($1.value.last, $1.key) }?
      .key
  }

  private static func short(_ name: String) -> String {
    var short = name
    while short.utf8.count > nameBytes { short.unicodeScalars.removeLast() }
    return short
  }
}

/// One line a device, plain ASCII, so that no program does anything when it prints the file:
/// fingerprint, first and last admission, name.
extension KnownDevices {
  private static let title = "corkboard known devices "
  private static let format: Int64 = 1

  /// The bytes of the file: those who were met last first.
  var bytes: [UInt8] {
    var text = "\(Self.title)\(Self.format)\n"
    for (id, device) in devices.sorted(by: { ($1.value.last, $0.key) < ($0.value.last, $1.key) }) {
      let name = Self.escaped(device.name)
      text += "\(BoardFileName.hexadecimal(id)) \(device.first) \(device.last) \(name)\n"
    }
    return Array(text.utf8)
  }

  /// What a file says.
  enum Reading: Equatable {
    case whole(KnownDevices)
    /// It is not as it was written: the lines that can be read.
    case part(KnownDevices)
    /// Another form, of a newer program.
    case newer(Int64)
  }

  static func read(_ bytes: [UInt8]) -> Reading {
    let newline = UInt8(ascii: "\n")
    var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)[...]
    let first = String(decoding: lines.popFirst() ?? [], as: UTF8.self)
    if first.hasPrefix(title), let number = Int64(first.dropFirst(title.count)), number > format {
      return .newer(number)
    }
    var known = KnownDevices()
    // The last line ends, too.
    var isWhole = first == "\(title)\(format)" && lines.popLast()?.isEmpty == true
    for line in lines {
      guard let (id, device) = entry(line), known.devices[id] == nil else {
        isWhole = false
        continue
      }
      var other = KnownDevices()
      other.devices[id] = device
      known.join(other)
    }
    return isWhole ? .whole(known) : .part(known)
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> (UInt128, Device)? {
    let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard fields.count == 4, let id = BoardFileName.number(fields[0]),
      let first = UInt64(fields[1]), let last = UInt64(fields[2]), first <= last,
      let name = plain(fields[3]), name.utf8.count <= nameBytes
    else { return nil }
    return (id, Device(name: name, first: first, last: last))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(byte) && byte != UInt8(ascii: "%")
  }

  /// Whatever is not a visible ASCII character becomes `%` and two hexadecimal digits.
  private static func escaped(_ name: String) -> String {
    let digits = Array("0123456789abcdef".utf8)
    let bytes = name.utf8.flatMap { byte in
      isPlain(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Nil for what `escaped` does not write.
  private static func plain(_ text: String) -> String? {
    var rest = Array(text.utf8)[...]
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    let name = String(decoding: bytes, as: UTF8.self)
    return escaped(name) == text ? name : nil
  }
}
