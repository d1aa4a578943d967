import FoundationEssentials
import SessionCore

extension UUID {
  /// The number in network order.
  init(_ number: UInt128) {
    let bytes = withUnsafeBytes(of: number.bigEndian) { $0.loadUnaligned(as: uuid_t.self) }
    self.init(uuid: bytes)
  }

  /// The sixteen bytes in network order as one number.
  var number: UInt128 {
    withUnsafeBytes(of: uuid) { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
  }
}

extension Participant {
  init(_ id: ParticipantID) { self.id = UUID(id.rawValue) }

  var participantID: ParticipantID { ParticipantID(id.number) }
}

extension Recipients {
  init(_ participants: Participants) {
    switch participants {
    case .all: self = .all
    case .only(let some): self = .only(Set(some.map(\.participantID)))
    }
  }
}

extension DeviceID {
  /// The first 128 bits of the hash of a public key.
  init(hash: some Sequence<UInt8>) {
    self.init(hash.prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  /// The number in network order.
  var bytes: [UInt8] { withUnsafeBytes(of: rawValue.bigEndian) { Array($0) } }
}
