/// Which device a peer runs on: 128 bits, stable across runs.
///
/// Its order breaks ties.
package struct DeviceID: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: DeviceID, right: DeviceID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One session: 128 bits, a hash of what the peer that founds it drew and of its device.
package struct SessionID: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: SessionID, right: SessionID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A peer inside one session: a hash of session and device.
///
/// So a device that comes back is the same participant, and nobody can follow a device from one
/// session to another by this number.
package struct ParticipantID: Hashable, Comparable, Sendable {
  package let rawValue: UInt128

  package init(_ rawValue: UInt128) { self.rawValue = rawValue }

  package static func < (left: ParticipantID, right: ParticipantID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One reliable byte stream to another process.
///
/// Never reused while the peer lives.
///
/// The core numbers the links that it opens with even numbers, the shell those that it accepts with
/// odd ones, so that neither has to ask the other.
package struct LinkID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  package static func < (left: LinkID, right: LinkID) -> Bool { left.rawValue < right.rawValue }
}

/// A question that waits for an answer: one's own invitation or knock, or a visitor's.
package struct RequestID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  package static func < (left: RequestID, right: RequestID) -> Bool {
    left.rawValue < right.rawValue
  }
}
