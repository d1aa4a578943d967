/// What is known of a device that asks or is asked, from the times when it was let in before.
///
/// A name is a claim and the key is not: so a known device is recognized by its key, and who gives the
/// name of a known device with another key is pointed out.
package struct Acquaintance: Equatable, Sendable {
  /// The day on which the device was first let in, as people write it; nil for one that is not known.
  package var since: String?
  /// The name that it gave then, when it gives another one now.
  package var formerName: String?
  /// Another device is known by the name that this one gives.
  package var isNamesake = false

  package init() {}

  /// Compares with what was kept: of the device itself, if it is known, and the names of the others.
  package init(name: String, knownAs: String?, since: String?, others: [String]) {
    let shown = Self.compared(name)
    self.since = since
    if let knownAs, Self.compared(knownAs) != shown { formerName = knownAs }
    // Two devices of one person may have one name, once both are known.
    let isAsBefore = knownAs != nil && formerName == nil
    isNamesake = !isAsBefore && !shown.isEmpty && others.contains { Self.compared($0) == shown }
  }

  /// Names that a person would take for one: by what the screen shows of them.
  private static func compared(_ name: String) -> String {
    let shown = CellRun.safeLine(name, columns: VisitorBanner.nameColumns).plainText
    return shown.lowercased().split(separator: " ").joined(separator: " ")
  }
}
