import Glibc

/// What a damaged file still gives.
struct Salvage {
  /// All of it up to the first bad row.
  var log = StoredLog()
  /// Nil when that cannot be read.
  var title: String?

  init(log: StoredLog = StoredLog(), title: String? = nil) {
    self.log = log
    self.title = title
  }

  fileprivate init(_ file: BoardFile) {
    log = file.load()
    let title = (try? file.facts())?.title
    self.title = title?.isEmpty == false ? title : nil
  }

  fileprivate var isEmpty: Bool { log.snapshot == nil && log.operations.isEmpty && title == nil }
}

extension BoardStore {
  /// Reads what can be read of a damaged file, which stays as it is.
  func salvage(_ path: String) -> Salvage {
    let plain = (try? readable(path)).map { Salvage($0) } ?? Salvage()
    return plain.isEmpty ? salvageLengthened(path) ?? plain : plain
  }

  /// The same of a file that was cut off.
  ///
  /// The database engine reads nothing of a file that is shorter than its header says, so a copy is
  /// read that has its length, with nothing in what is missing.
  private func salvageLengthened(_ path: String) -> Salvage? {
    guard let length = Self.missingLength(path) else { return nil }
    // A folder of its own: a board's id is in the name of its file.
    let drawn = String(repeating: "X", count: 6)
    var pattern = Array("\(boardsFolder.path)/.salvage-\(drawn)".utf8CString)
    guard mkdtemp(&pattern) != nil else { return nil }
    let folder = String(decoding: pattern.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let copy = "\(folder)/\(name)"
    defer {
      for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
      rmdir(folder)
    }
    guard Self.copy(path, to: copy), truncate(copy, off_t(length)) == 0 else { return nil }
    _ = Self.copy(path + "-wal", to: copy + "-wal")
    return (try? readable(copy)).map { Salvage($0) }
  }

  /// The length that a file's header gives, when the file is shorter; nil when it is not, or when no
  /// board has such a length.
  private static func missingLength(_ path: String) -> Int? {
    let descriptor = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, header.count, 0) == header.count,
      header.starts(with: "SQLite format 3\0".utf8)
    else { return nil }
    let size = Int(header[16]) << 8 | Int(header[17])
    let pageSize = size == 1 ? 65_536 : size
    let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
    let length = lseek(descriptor, 0, SEEK_END)
    let wanted = pageSize * pages
    return pageSize >= 512 && wanted <= mostBytes && length < wanted ? wanted : nil
  }

  /// No board comes near it.
  private static let mostBytes = 4 << 30

  private static func copy(_ path: String, to new: String) -> Bool {
    let source = Glibc.open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { return false }
    defer { close(source) }
    let target = Glibc.open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard target >= 0 else { return false }
    defer { close(target) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(source, &buffer, buffer.count)
      guard count > 0 else { return count == 0 }
      guard Glibc.write(target, buffer, count) == count else { return false }
    }
  }
}
