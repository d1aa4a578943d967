/// One peer: owns the machines of the protocol and routes each input to one of them.
package struct Peer {
  package init(
    device: DeviceID,
    name: String,
    deviceName: String,
    settings: PeerSettings,
    cryptography: Cryptography,
    seed: UInt64
  ) {
  }

  /// The earliest moment at which the peer wants a `.woke`; nil means never.
  package var nextDeadline: Moment? { nil }

  /// Takes one input and appends what must be done about it, in order.
  package mutating func receive(
    _ input: PeerInput,
    at now: Moment,
    into effects: inout [PeerEffect]
  ) {
  }
}
