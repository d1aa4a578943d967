import BoardCore
import FoundationEssentials
import OpenGroupActivities

/// Where board and session meet: one session, two messengers, one replicator's messages.
///
/// Operations, clears and answers travel on the reliable messenger, moves and cursors on the
/// unreliable one. Nothing is decided here: `BoardReplicator` says what goes to whom.
/// Owned by the event loop and used on its thread alone.
final class BoardSync {
  let session: GroupSession<BoardActivity>
  let reliable: GroupSessionMessenger
  let unreliable: GroupSessionMessenger
  private var participants: [PeerKey: Participant] = [:]

  init(session: GroupSession<BoardActivity>) {
    self.session = session
    reliable = GroupSessionMessenger(session: session, deliveryMode: .reliable)
    unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
  }

  /// Who came and who went, when these take part now.
  ///
  /// Sorted, this program left out.
  func roster(_ active: Set<Participant>) -> (joined: [PeerKey], left: [PeerKey]) {
    var now: [PeerKey: Participant] = [:]
    for participant in active where participant != session.localParticipant {
      now[PeerKey(participant)] = participant
    }
    let joined = now.keys.filter { participants[$0] == nil }.sorted()
    let left = participants.keys.filter { now[$0] == nil }.sorted()
    participants = now
    return (joined, left)
  }

  /// Whether this sender was not known yet: a message can overtake the news of who joined.
  func admit(_ participant: Participant) -> Bool {
    guard participant != session.localParticipant else { return false }
    return participants.updateValue(participant, forKey: PeerKey(participant)) == nil
  }

  func send(_ message: [UInt8], to recipients: ReplicaRecipients, _ delivery: ReplicaDelivery) {
    let messenger =
      switch delivery {
      case .reliable: reliable
      case .unreliable: unreliable
      }
    // Whatever fails here is asked for again by the next digest.
    switch recipients {
    case .all: messenger.send(Data(message), to: .all) { _ in }
    case .only(let peer):
      guard let participant = participants[peer] else { return }
      messenger.send(Data(message), to: .only(participant)) { _ in }
    }
  }
}

extension PeerKey {
  init(_ participant: Participant) {
    self.init(UInt128(participant.id))
  }
}

extension UInt128 {
  init(_ id: UUID) {
    self = withUnsafeBytes(of: id.uuid) { bytes in
      bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }
  }
}
