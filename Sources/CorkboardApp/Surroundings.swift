import Glibc

/// What the system says about where the program runs and for whom.
enum Surroundings {
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// All variables, for the terminal, which has rules of its own for empty ones.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(
        separator: "=",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return variables
  }

  /// The name that others see, unless the command line gives one.
  static var personName: String {
    if let name = variable("CORKBOARD_NAME") { return String(name.prefix(32)) }
    if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name {
      return String(cString: name)
    }
    return variable("USER") ?? "somebody"
  }

  static var deviceName: String {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
    let name = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: name, as: UTF8.self)
  }

  /// Where boards and the identity are kept, as the XDG rules say.
  ///
  /// Nil when there is no home: nothing can be kept then.
  static func dataFolder(profile: String?) -> String? {
    let base: String
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      base = data
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      base = home + "/.local/share"
    } else if let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir {
      base = String(cString: home) + "/.local/share"
    } else {
      return nil
    }
    guard let profile else { return base + "/corkboard" }
    return base + "/corkboard/profiles/" + profile
  }

  /// A path as people write it: `~` for the home folder.
  static func short(_ path: String) -> String {
    guard let home = variable("HOME"), home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  static var wallMilliseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(max(0, time.tv_sec)) * 1000 + UInt64(max(0, time.tv_nsec)) / 1_000_000
  }

  static func writeError(_ line: String) {
    let text = line + "\n"
    _ = text.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
  }
}
