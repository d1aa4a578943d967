/// Every limit of the wire, in bytes unless said otherwise.
package enum WireLimits {
  /// The version of the protocol that this program speaks.
  package static let version: UInt16 = 4
  /// A frame's body before its sender is admitted.
  package static let strangerFrame = 4_096
  /// A message of the program: 262,144 bytes, and the name of its type before them.
  package static let message = 262_144 + 1_026
  /// A frame's body once its sender is admitted: a message and the fields around it.
  package static let memberFrame = message + 1_024
  package static let name = 64
  package static let identifier = 256
  package static let title = 256
  package static let activityKind = 32
  package static let fallbackURL = 512
  /// The encoded activity.
  ///
  /// An invitation shows it only when it also fits a stranger's frame.
  package static let activityContent = 131_072
  package static let invitedContent = 2_048
  package static let endpointsPerDevice = 8
  /// A whole datagram: never fragmented on any link.
  package static let datagram = 1_200
  /// Header and tag.
  package static let datagramOverhead = 29
  /// What the program may put into one datagram.
  package static let datagramPayload = datagram - datagramOverhead
  /// Datagrams that one key seals, and for how long it is used.
  package static let datagramsPerKey: UInt64 = 1 << 32
  package static let keyUse: Duration = .seconds(600)
  /// How long datagrams under the last key are still opened after one under a newer came.
  package static let oldKeyLife: Duration = .seconds(5)
  /// Reliable messages that wait for one receiver.
  package static let reliableQueue = 8 * 1_048_576
  /// Unreliable messages that wait for one receiver's TCP link.
  package static let droppableQueue = 65_536
  /// Messages that wait for this peer to join.
  package static let heldMessages = 1_048_576
}
