import BoardStore
import BoardUI
import OpenGroupActivities

/// Which devices this person let in before: shown when they ask again, and never an answer.
extension Shelf {
  /// Reads the list, beside what was met before the folder could be used.
  func openKnown() {
    guard let store else { return }
    do {
      let opening = try store.knownDevices(at: Surroundings.wallMilliseconds)
      let met = known
      known = opening.known
      if let met {
        known?.join(met)
        isKnownStale = known != opening.known
      }
      guard let words = opening.words else { return }
      knownWarning = Warning(words: words, path: opening.path.map { Surroundings.short($0) })
    } catch {
      known = nil
      warnOfKnown("no device is known from before", error)
    }
  }

  /// A device was admitted, here or by this person's wish.
  func meet(_ device: [UInt8], as name: String) {
    known?.meet(UInt128(device: device), as: name, at: Surroundings.wallMilliseconds)
    isKnownStale = true
    keepKnown()
  }

  /// This person put a device out.
  func forget(_ device: [UInt8]) {
    known?.forget(UInt128(device: device))
    isKnownStale = true
    keepKnown()
  }

  /// Writes the list where it is news; the board goes on whether or not the disk takes it.
  func keepKnown() {
    guard isKnownStale, let known, let store, store.refusal == nil else { return }
    do {
      try store.setKnownDevices(known)
      isKnownStale = false
    } catch {
      warnOfKnown("the list of known devices is not kept", error)
    }
  }

  private func warnOfKnown(_ what: String, _ error: any Error) {
    let problem = StorageProblem(error)
    knownWarning = Warning(words: "\(what): \(problem.brief)", path: problem.path)
  }

  /// What is to be told now; nil the next time.
  func takeKnownWarning() -> Warning? {
    defer { knownWarning = nil }
    return knownWarning
  }

  /// What is known of a device that gives this name.
  func acquaintance(of device: [UInt8], named name: String) -> Acquaintance {
    guard let known else { return Acquaintance() }
    let id = UInt128(device: device)
    let own = known.devices[id]
    return Acquaintance(
      name: name,
      knownAs: own?.name,
      since: own.map { CalendarTime.localDay($0.first) },
      others: known.devices.filter { $0.key != id }.map(\.value.name)
    )
  }
}

extension UInt128 {
  /// A device as the library gives it, as a number.
  init(device bytes: [UInt8]) { self = bytes.reduce(0) { $0 << 8 | UInt128($1) } }
}
