import SessionCore

extension People {
  /// One other participant of the session, with what is known about the way there.
  public struct Person: Identifiable, Hashable, Sendable {
    /// Whether somebody is heard.
    public enum Presence: Hashable, Sendable {
      /// Heard within the last 3 s.
      case here
      /// Silent for 3 s.
      case quiet
      /// Silent for 8 s: no longer an active participant, still welcome back.
      case gone
    }

    /// Who it is in the session.
    public let participant: Participant
    /// The name that they give.
    ///
    /// Text from another machine: make it harmless before showing it.
    public let name: String
    /// The name of their machine, likewise.
    public let deviceName: String
    /// Their device, as 16 bytes.
    public let device: [UInt8]
    /// Whether they are heard.
    public let presence: Presence
    /// The way there and back; nil until measured.
    public let roundTrip: Duration?
    /// Whether datagrams get through both ways.
    ///
    /// If not, unreliable messages take the slower way.
    public let datagramsArrive: Bool
    /// Where they are, as somebody would type it; nil when not connected.
    public let address: String?
    /// Four words that their program shows of this device, too, unless somebody is in between.
    ///
    /// Empty when not connected; another four for each connection.
    public let words: String

    /// The participant's identifier.
    public var id: Participant.ID { participant.id }

    init(_ snapshot: PersonSnapshot) {
      participant = Participant(snapshot.participant)
      name = snapshot.name
      deviceName = snapshot.deviceName
      device = snapshot.device.bytes
      switch snapshot.presence {
      case .here: presence = .here
      case .quiet: presence = .quiet
      case .gone: presence = .gone
      }
      roundTrip = snapshot.roundTrip
      datagramsArrive = snapshot.datagramsArrive
      address = snapshot.endpoint?.text
      words = snapshot.words?.text ?? ""
    }
  }
}
