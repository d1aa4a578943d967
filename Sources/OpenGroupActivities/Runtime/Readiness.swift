/// What a descriptor is watched for, and what it is ready for.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  package static let read = Readiness(rawValue: 1)
  package static let write = Readiness(rawValue: 2)
  /// The other end is gone or an error waits.
  ///
  /// Reported without being asked for, together with `read`.
  package static let hangUp = Readiness(rawValue: 4)
}
