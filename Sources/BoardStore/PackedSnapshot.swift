/// A snapshot made smaller on whatever thread has the time.
package struct PackedSnapshot: Sendable {
  let deflated: Deflated

  package init(_ plain: [UInt8]) { deflated = Deflated(plain) }
}

/// Which operations a snapshot holds that is still being made smaller, and when it was taken.
package struct SnapshotPlace: Equatable, Sendable {
  let place: Int64
  let moment: UInt64
}
