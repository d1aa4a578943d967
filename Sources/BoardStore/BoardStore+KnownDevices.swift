/// Whom this person let in before.
extension BoardStore {
  private static let knownFile = "device.known"

  /// The list of known devices as it was read, and what a person must be told of it.
  package struct KnownOpening {
    package let known: KnownDevices
    /// Nil when the list is as it was written.
    package var words: String?
    /// The file that the words end with.
    package var path: String?
  }

  /// The devices that are known here; none where nothing was kept yet.
  ///
  /// A damaged file is set aside under another name, unless nothing can be written here; what can be
  /// read of it goes on. `moment` is in milliseconds since 1970.
  ///
  /// - Throws: `newerFormat`, or what the system refused: the file stays as it is.
  package func knownDevices(at moment: UInt64) throws(BoardStoreError) -> KnownOpening {
    let file = "\(path)/\(Self.knownFile)"
    var bytes: [UInt8] = []
    do {
      guard let found = try folder.read(Self.knownFile) else {
        return KnownOpening(known: KnownDevices())
      }
      bytes = found
    } catch {
      guard error.kind == .unreadable else { throw error }
    }
    switch KnownDevices.read(bytes) {
    case .whole(let known): return KnownOpening(known: known)
    case .newer(let version): throw BoardFile.newer(file, version)
    case .part(let known):
      guard refusal == nil else { return KnownOpening(known: known) }
      let read = known.devices.isEmpty ? "nothing" : "only a part"
      let aside = try setAside(file, in: folder, at: moment)
      // Where the disk will not now, the next device that is met is said not to be kept.
      try? setKnownDevices(known)
      return KnownOpening(
        known: known,
        words:
          "the list of known devices was damaged and \(read) of it could be read; it is kept as",
        path: aside
      )
    }
  }

  /// Replaces the list in one step.
  package func setKnownDevices(_ known: KnownDevices) throws(BoardStoreError) {
    if let refusal { throw refusal }
    try folder.replace(Self.knownFile, with: known.bytes)
  }
}
