import Glibc

/// The files of a folder that are read and replaced as a whole.
///
/// Nothing of it is readable by others.
struct StoreFolder: Sendable {
  let path: String

  /// Makes the folder, and those above it, if they are missing.
  static func make(_ path: String) throws(BoardStoreError) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
      guard mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
      // A folder above that may not be written is no failure while it is there.
      let code = errno
      guard access(made, F_OK) != 0 else { continue }
      throw failure(made, "the folder cannot be made", code)
    }
  }

  /// The bytes of a file; nil when there is none.
  func read(_ name: String) throws(BoardStoreError) -> [UInt8]? {
    let file = "\(path)/\(name)"
    let descriptor = Glibc.open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      guard errno != ENOENT else { return nil }
      throw Self.failure(file, "cannot be read", errno)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while bytes.count <= Self.limit {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw Self.failure(file, "cannot be read", errno) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
    throw BoardStoreError(
      .unreadable,
      path: file,
      failure: "is larger than anything this program writes there",
      advice: "move it away and start again"
    )
  }

  /// Replaces a file in one step: whatever happens, the old or the new one is there.
  func replace(_ name: String, with bytes: [UInt8]) throws(BoardStoreError) {
    let new = try write(bytes, besides: name)
    guard rename(new, "\(path)/\(name)") == 0 else {
      let code = errno
      unlink(new)
      throw Self.failure("\(path)/\(name)", "cannot be replaced", code)
    }
    synchronize()
  }

  /// Makes a file that must not be there yet, complete or not at all.
  func create(_ name: String, with bytes: [UInt8]) throws(BoardStoreError) {
    let new = try write(bytes, besides: name)
    let result = link(new, "\(path)/\(name)")
    let code = errno
    unlink(new)
    guard result == 0 else { throw Self.failure("\(path)/\(name)", "cannot be made", code) }
    synchronize()
  }

  func remove(_ name: String) throws(BoardStoreError) {
    guard unlink("\(path)/\(name)") != 0, errno != ENOENT else { return }
    throw Self.failure("\(path)/\(name)", "cannot be removed", errno)
  }

  /// The names in the folder, sorted.
  func names() throws(BoardStoreError) -> [String] {
    guard let stream = opendir(path) else {
      throw Self.failure(path, "the folder cannot be listed", errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes the names in the folder safe against a power cut.
  func synchronize() {
    let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static let limit = 1 << 20

  /// Writes a hidden file beside the one that is meant, with no rights for others.
  private func write(_ bytes: [UInt8], besides name: String) throws(BoardStoreError) -> String {
    let file = "\(path)/.\(name).new"
    unlink(file)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = Glibc.open(file, flags, 0o600)
    guard descriptor >= 0 else { throw Self.failure(file, "cannot be made", errno) }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(
          descriptor,
          buffer.baseAddress.map { $0 + written },
          buffer.count - written
        )
      }
      guard count > 0 else {
        let code = errno
        unlink(file)
        throw Self.failure(file, "cannot be written", code)
      }
      written += count
    }
    guard fsync(descriptor) == 0 else { throw Self.failure(file, "cannot be written", errno) }
    return file
  }

  /// The system's own words, and what usually helps.
  static func failure(_ path: String, _ what: String, _ code: Int32) -> BoardStoreError {
    let advice =
      switch code {
      case ENOSPC, EDQUOT: "free some space"
      case EACCES, EPERM, EROFS: "make it writable for you, or choose another folder"
      case ELOOP: "replace the symbolic link by a plain file"
      case ENOTDIR: "a file is where a folder should be: move it away"
      default: "try again, or choose another folder"
      }
    return BoardStoreError(
      .system(code: code),
      path: path,
      failure: "\(what): \(String(cString: strerror(code)))",
      advice: advice
    )
  }
}
