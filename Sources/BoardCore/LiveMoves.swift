/// Other people's moves that are not committed yet.
///
/// Never part of the board.
package struct LiveMoves: Sendable {
  /// One note under one sender's hand.
  package struct Overlay: Equatable, Sendable {
    package var frame: MoveFrame
    package var sender: ReplicaID
    package var peer: PeerKey
    package var expires: Duration
    /// The later a move began, the higher.
    var start: UInt64
  }

  /// How many moves are held at once; the one that began first makes room.
  static let capacity = 256
  /// How long a move lives without a frame.
  static let lifetime = Duration.seconds(3)

  private var overlays: [NoteID: [Overlay]] = [:]
  private var starts: UInt64 = 0

  var isEmpty: Bool { overlays.isEmpty }

  /// All moves, by note and sender.
  package var all: [Overlay] {
    overlays.values.joined().sorted {
      ($0.frame.note, $0.sender) < ($1.frame.note, $1.sender)
    }
  }

  package var nextExpiry: Duration? { overlays.values.joined().map(\.expires).min() }

  /// The move that a note shows: the one that began last.
  package func latest(_ note: NoteID) -> Overlay? {
    overlays[note]?.max { $0.start < $1.start }
  }

  /// Takes a frame if it is newer than what is held of that sender and note.
  mutating func take(
    _ frame: MoveFrame,
    of sender: ReplicaID,
    from peer: PeerKey,
    at now: Duration
  ) -> Bool {
    var list = overlays[frame.note] ?? []
    if let index = list.firstIndex(where: { $0.sender == sender }) {
      let held = list[index].frame
      guard (frame.after, frame.number) > (held.after, held.number) else { return false }
      list[index].frame = frame
      list[index].expires = now + Self.lifetime
    } else {
      makeRoom()
      list = overlays[frame.note] ?? []
      starts += 1
      list.append(
        Overlay(
          frame: frame,
          sender: sender,
          peer: peer,
          expires: now + Self.lifetime,
          start: starts
        )
      )
    }
    overlays[frame.note] = list
    return true
  }

  /// A committed place ends the sender's earlier move of that note; a checkpoint carries it on.
  mutating func commit(_ placement: Placement, of note: NoteID, by dot: Dot) {
    guard var list = overlays[note],
      let index = list.firstIndex(where: {
        $0.sender == dot.replica && $0.frame.after < dot.sequence
      })
    else { return }
    if placement.isResting {
      list.remove(at: index)
    } else {
      list[index].frame.after = dot.sequence
      list[index].frame.number = 0
      list[index].frame.point = placement.point
    }
    overlays[note] = list.isEmpty ? nil : list
  }

  /// Ends the moves that `ends` says; returns their notes.
  mutating func end(where ends: (Overlay) -> Bool) -> [NoteID] {
    let notes = overlays.filter { $0.value.contains(where: ends) }.map(\.key)
    for note in notes {
      overlays[note]?.removeAll(where: ends)
      if overlays[note]?.isEmpty ?? false { overlays[note] = nil }
    }
    return notes
  }

  private mutating func makeRoom() {
    let list = overlays.values.joined()
    guard list.count >= Self.capacity, let first = list.map(\.start).min() else { return }
    _ = end { $0.start == first }
  }
}
