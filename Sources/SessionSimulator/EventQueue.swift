import SessionCore

/// What is going to happen, the earliest first; of two at one moment, the one that was added first.
struct EventQueue<Event> {
  private var heap: [(moment: Moment, order: UInt64, event: Event)] = []
  private var nextOrder: UInt64 = 0

  var nextMoment: Moment? { heap.first?.moment }

  mutating func add(_ event: Event, at moment: Moment) {
    heap.append((moment, nextOrder, event))
    nextOrder += 1
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func takeFirst() -> (moment: Moment, event: Event)? {
    guard let last = heap.popLast() else { return nil }
    guard let first = heap.first else { return (last.moment, last.event) }
    heap[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if precedes(child, least) { least = child }
      }
      if least == parent { break }
      heap.swapAt(parent, least)
      parent = least
    }
    return (first.moment, first.event)
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (heap[left].moment, heap[left].order) < (heap[right].moment, heap[right].order)
  }
}
