import CTerminal
import Glibc

/// Our own terminfo entries, put where ncurses finds them.
enum TerminalEntries {
  /// Writes the entries to the cache folder, if they are not there yet, and makes ncurses look there.
  ///
  /// Without a writable cache folder a private temporary one is used; without that either, nothing
  /// happens and the system's own entries are used.
  static func install(environment: [String: String]) {
    guard
      let folder = cacheFolder(environment).flatMap(written) ?? temporaryFolder().flatMap(written)
    else { return }
    let inherited = environment["TERMINFO_DIRS"].map { $0 + ":" } ?? ""
    let system = "/etc/terminfo:/lib/terminfo:/usr/share/terminfo:/usr/lib/terminfo"
    setenv("TERMINFO_DIRS", "\(folder):\(inherited)\(system)", 1)
  }

  private static func cacheFolder(_ environment: [String: String]) -> String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return cache + "/corkboard/terminfo"
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache/corkboard/terminfo"
  }

  private static func temporaryFolder() -> String? {
    var template = Array(("/tmp/corkboard-" + String(repeating: "X", count: 6)).utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Fills the folder; nil when that fails.
  private static func written(_ folder: String) -> String? {
    guard makeFolders(folder + "/c") else { return nil }
    var name: UnsafePointer<CChar>?
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    var index = 0
    while cterminal_entry(index, &name, &bytes, &count) {
      guard let name, let bytes else { return nil }
      let entry = UnsafeRawBufferPointer(start: bytes, count: count)
      guard write(entry, to: "\(folder)/c/\(String(cString: name))") else { return nil }
      index += 1
    }
    return folder
  }

  private static func makeFolders(_ path: String) -> Bool {
    var made = ""
    for part in path.split(separator: "/") {
      made += "/" + part
      if mkdir(made, 0o700) != 0 && errno != EEXIST { return false }
    }
    return true
  }

  /// Replaces the file in one step, so that a second program never reads half of it.
  private static func write(_ entry: UnsafeRawBufferPointer, to path: String) -> Bool {
    if holds(entry, path) { return true }
    let temporary = "\(path).\(getpid())"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    let isWhole = Glibc.write(file, entry.baseAddress, entry.count) == entry.count
    Glibc.close(file)
    if isWhole && rename(temporary, path) == 0 { return true }
    unlink(temporary)
    return false
  }

  private static func holds(_ entry: UnsafeRawBufferPointer, _ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { Glibc.close(file) }
    var found = [UInt8](repeating: 0, count: entry.count + 1)
    let count = Glibc.read(file, &found, found.count)
    return count == entry.count && found.prefix(count).elementsEqual(entry)
  }
}
