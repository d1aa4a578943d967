/// One byte stream to another process, and how far its conversation has come.
struct Link {
  enum Stage: Equatable {
    /// We dial, or wait for the other side's hello.
    case dialling(Goal)
    /// We said what we want.
    case asking(Goal)
    /// A person is being asked on the other side.
    case ringing(RequestID)
    /// They dialled and have not said what they want.
    case stranger
    /// A member whom our roster does not know yet.
    case parked
    /// A person is being asked here.
    case visitor(RequestID)
    /// We accepted their invitation and wait for the welcome.
    case accepted(Invitation)
    case member(DeviceID)
  }

  let id: LinkID
  let endpoint: Endpoint
  let isDialled: Bool
  /// Whether somebody took the call that we made.
  var isOpen = false
  let openedAt: Moment
  /// Names this link in later words about it.
  let token: UInt64
  /// Who is at the other side, as the handshake proved; nil until it is done.
  var device: DeviceID?
  /// How this connection comes to its words; nil until the handshake is done.
  var exchange: WordExchange?
  /// What both people can compare; nil until both sides have shown their nonces.
  var words: FourWords?
  var stage: Stage
  /// When the stage is given up.
  var deadline: Moment?
  var decoder = FrameDecoder()
  var hello: Hello?
  var lastHeard: Moment
  /// The member wish that waits for the roster.
  var wish: (replacing: UInt64, revision: UInt32)?

  var lastPing: Moment?
  var pingStamp: UInt64 = 0
  /// Bytes handed to the shell that may still wait there.
  var waitingBytes = 0
  var bytesSincePing = 0
  /// The other side waits for an acknowledgement.
  var owesAcknowledgement = false
  /// Rosters taken in the second that began at `rosterSecond`.
  var rosterCount = 0
  var rosterSecond: Moment = .start

  /// Whether both sides keep this link alive with pings.
  var isPinged: Bool {
    switch stage {
    case .ringing, .visitor, .accepted, .member: true
    case .dialling, .asking, .stranger, .parked: false
    }
  }

  /// Whether it counts among those whose number is limited.
  var isStranger: Bool { stage == .stranger || stage == .parked }
}
