/// What is known about one other participant: the façade's list of people is made of these.
package struct PersonSnapshot: Equatable, Sendable {
  package enum Presence: UInt8, Equatable, Sendable {
    /// Heard within the last 3 s.
    case here
    /// Silent for 3 s, or the link broke and is being redialled.
    case quiet
    /// Silent for 8 s: no longer an active participant, still welcome back.
    case gone
  }

  package var participant: ParticipantID
  package var device: DeviceID
  package var name: String
  package var deviceName: String
  package var presence: Presence
  /// Nil until measured.
  package var roundTrip: Duration?
  /// Whether datagrams get through both ways; false means that unreliable messages travel over TCP.
  package var datagramsArrive: Bool
  package var endpoint: Endpoint?
  /// Of the connection to them: what both people can compare at any time; nil without one.
  package var words: FourWords?

  package init(
    participant: ParticipantID,
    device: DeviceID,
    name: String,
    deviceName: String,
    presence: Presence,
    roundTrip: Duration? = nil,
    datagramsArrive: Bool = false,
    endpoint: Endpoint? = nil,
    words: FourWords? = nil
  ) {
    self.participant = participant
    self.device = device
    self.name = name
    self.deviceName = deviceName
    self.presence = presence
    self.roundTrip = roundTrip
    self.datagramsArrive = datagramsArrive
    self.endpoint = endpoint
    self.words = words
  }
}
