/// A point on the board, in cells.
///
/// Both within ±1,000,000.
package struct BoardPoint: Hashable, Sendable {
  package var x: Int32
  package var y: Int32

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// The room of a note, borders included, in cells.
package struct NoteSize: Hashable, Sendable {
  package var width: Int32
  package var height: Int32

  package init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }

  package static let standard = NoteSize(width: 24, height: 7)
}

/// One of the eight colours of notes: 0 to 7.
package struct NoteColor: Hashable, Sendable {
  package let index: UInt8

  /// Nil above 7.
  package init?(index: UInt8) {
    guard index < 8 else { return nil }
    self.index = index
  }

  private init(known index: UInt8) { self.index = index }

  package static let all: [NoteColor] = (0..<8).map { NoteColor(known: $0) }
  package static let first = NoteColor(known: 0)
}

/// One note as a person sees it: registers resolved, live moves on top.
package struct NotePicture: Equatable, Identifiable, Sendable {
  package var id: NoteID
  package var position: BoardPoint
  /// Who is moving it right now, when `position` is not yet committed; own moves included.
  package var mover: ReplicaID?
  /// Where the move began, while one goes on.
  package var origin: BoardPoint?
  package var size: NoteSize
  package var text: String
  package var color: NoteColor
  package var author: AuthorID
  /// How many devices vote for it, and whether this one does.
  package var votes = 0
  package var hasOwnVote = false
  /// In the order of their ids.
  package var attachments: [NoteAttachment] = []

  package init(
    id: NoteID,
    text: String,
    position: BoardPoint,
    size: NoteSize = .standard,
    color: NoteColor = .first,
    author: AuthorID = AuthorID(0),
    mover: ReplicaID? = nil,
    origin: BoardPoint? = nil
  ) {
    self.id = id
    self.text = text
    self.position = position
    self.size = size
    self.color = color
    self.author = author
    self.mover = mover
    self.origin = origin
  }
}

/// A file on a note; its id is what takes it off.
package struct NoteAttachment: Equatable, Identifiable, Sendable {
  package var id: Dot
  package var file: FileReference

  package init(id: Dot, file: FileReference) {
    self.id = id
    self.file = file
  }
}

/// A board as a person sees it.
///
/// A value: it shares nothing with the replica it was taken from.
package struct BoardPicture: Equatable, Sendable {
  package var id: BoardID
  package var title: String
  /// The lowest first: the order of drawing.
  package var notes: NotePile
  package var canUndo: Bool
  package var canRedo: Bool
  /// The note that this person writes in, letter by letter.
  package var edited: EditedText?

  package init(
    id: BoardID = BoardID(0),
    title: String = "",
    notes: NotePile = [],
    canUndo: Bool = false,
    canRedo: Bool = false
  ) {
    self.id = id
    self.title = title
    self.notes = notes
    self.canUndo = canUndo
    self.canRedo = canRedo
  }
}

/// Where somebody is on the board: sent often, never kept.
package struct PeerCursor: Equatable, Sendable {
  package var replica: ReplicaID
  package var place: BoardPoint
  /// The note that they have under focus.
  package var note: NoteID?
  package var isEditing: Bool

  package init(replica: ReplicaID, place: BoardPoint, note: NoteID?, isEditing: Bool) {
    self.replica = replica
    self.place = place
    self.note = note
    self.isEditing = isEditing
  }
}
