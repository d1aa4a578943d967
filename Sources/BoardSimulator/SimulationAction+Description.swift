import BoardCore

extension SimulationAction: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wait(let milliseconds): "\(milliseconds) ms pass"
    case .act(let index, let deed): "\(Self.name(index)) \(deed)"
    case .deliver(let pick, let bytes): "\(bytes) bytes arrive on connection \(pick)"
    case .datagram(let pick): "datagram \(pick) arrives"
    case .flip(let left, let right):
      "the cable between \(Self.name(left)) and \(Self.name(right)) comes out or goes in"
    case .split(let halves): "the network splits: \(String(halves, radix: 2))"
    case .heal: "the network is whole"
    case .pause(let index, let milliseconds): "\(Self.name(index)) hangs for \(milliseconds) ms"
    case .prune(let index): "\(Self.name(index)) prunes"
    case .sync(let index): "\(Self.name(index)) syncs its disk"
    case .backUp(let index): "\(Self.name(index))'s disk is copied"
    case .kill(let index, nil): "\(Self.name(index)) is killed"
    case .kill(let index, let lost?): "\(Self.name(index)) loses power (\(lost))"
    case .restore(let index, let pick, let isImage):
      "\(Self.name(index)) gets old \(isImage ? "image" : "folder") \(pick) back"
    case .goBack(let index): "\(Self.name(index)) goes back to its last clean end"
    case .quit(let index): "\(Self.name(index)) quits"
    case .keepState(let index): "\(Self.name(index)) keeps its state"
    case .start(let index): "\(Self.name(index)) starts"
    case .join(let shadow, let machine): "shadow \(shadow) joins \(Self.name(machine))'s state"
    case .joinShadows(let shadow): "shadow \(shadow) joins the other one"
    case .pruneShadow(let shadow): "shadow \(shadow) prunes"
    case .applyToShadow(let shadow, let pick): "shadow \(shadow) applies operation \(pick)"
    }
  }

  /// A, B, …, Z, then numbers.
  private static func name(_ index: Int) -> String {
    guard index < 26 else { return "machine \(index)" }
    return String(Character(Unicode.Scalar(UInt8(65 + index))))
  }
}

extension Deed: CustomStringConvertible {
  package var description: String {
    switch self {
    case .create(let point, let text): "creates “\(text)” at \(Self.words(point))"
    case .lift(let pick): "lifts note \(pick)"
    case .drag(let point): "drags to \(Self.words(point))"
    case .drop: "drops"
    case .putBack: "puts back"
    case .nudge(let pick, let point): "nudges note \(pick) to \(Self.words(point))"
    case .retype(let pick, let text): "writes “\(text)” on note \(pick)"
    case .type(let pick, let place, let word): "types “\(word)” into note \(pick) at \(place)"
    case .erase(let pick, let place, let count):
      "erases \(count) characters of note \(pick) at \(place)"
    case .open(let pick): "opens note \(pick)"
    case .write(let place, let word): "types “\(word)” into the editor at \(place)"
    case .save: "saves the editor"
    case .recolor(let pick, let color): "gives note \(pick) color \(color.index)"
    case .resize(let pick, let size): "makes note \(pick) \(size.width) × \(size.height)"
    case .raise(let pick): "raises note \(pick)"
    case .lower(let pick): "lowers note \(pick)"
    case .delete(let pick): "deletes note \(pick)"
    case .clear: "clears the board"
    case .undo: "takes back"
    case .redo: "puts in force again"
    case .title(let title): "calls the board “\(title)”"
    case .moveTogether(let pick, let count, let point):
      "moves \(count) notes from \(pick) on to \(Self.words(point))"
    case .paste(let count, let point, let text):
      "pastes \(count) notes “\(text)” at \(Self.words(point))"
    case .vote(let pick): "votes for note \(pick), or takes it back"
    case .attach(let pick, let number): "attaches file \(number) to note \(pick)"
    case .detach(let pick, let which): "takes file \(which) off note \(pick)"
    case .pile(let pick, let count, let isFront):
      "brings \(count) notes from \(pick) on to the \(isFront ? "front" : "back")"
    case .takeBack(let pick, let kind): "has its \(kind) of note \(pick) again"
    }
  }

  private static func words(_ point: BoardPoint) -> String { "\(point.x), \(point.y)" }
}
