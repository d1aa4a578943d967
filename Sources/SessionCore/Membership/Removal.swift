/// That a member put another one out: news for those who stay.
package struct Removal: Equatable, Sendable {
  package let participant: ParticipantID
  /// The name that it gave; empty when it had left before.
  package let name: String
  package let remover: ParticipantID
  package let removerName: String

  package init(
    participant: ParticipantID,
    name: String,
    remover: ParticipantID,
    removerName: String
  ) {
    self.participant = participant
    self.name = name
    self.remover = remover
    self.removerName = removerName
  }
}
