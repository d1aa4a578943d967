import BoardCore
import BoardStore
import Testing

/// Boards in one folder have nothing to do with each other.
@Suite struct `Two boards in one folder` {
  let folder = TemporaryFolder()
  let ids = Ids()

  @Test func `L3: work on somebody else's board leaves one's own as it was`() throws {
    let store = try folder.store()
    let own = BoardID(0xA1)
    do {
      let opening = store.open(own, title: "mine", at: 1) { ids.next() }
      let file = try #require(opening.file)
      try file.append([[1], [2]], at: 2)
      try file.keep(snapshot: [9, 9], at: 3)
      try file.endRun(of: opening.run.replica, undo: [7]) { ids.next() }
    }
    let names = folder.names("boards").filter { $0.contains("mine") }
    let before = names.map { folder.bytes("\(folder.path)/boards/\($0)") }
    do {
      let opening = store.open(BoardID(0xB2), title: "theirs", at: 4) { ids.next() }
      let file = try #require(opening.file)
      try file.keep(joined: [5, 5, 5], at: 5)
      try file.append([[3]], at: 6)
      try file.endRun(of: opening.run.replica, undo: []) { ids.next() }
    }
    #expect(!names.isEmpty)
    #expect(folder.names("boards").filter { $0.contains("mine") } == names)
    #expect(names.map { folder.bytes("\(folder.path)/boards/\($0)") } == before)
    let again = store.open(own, title: "mine", at: 7) { ids.next() }
    #expect(again.log.operations.suffix(2) == [[1], [2]] || again.log.snapshot == [9, 9])
    #expect(again.run.undo == [7])
  }
}
