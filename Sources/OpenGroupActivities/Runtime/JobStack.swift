import Synchronization

/// Many threads push, one takes all at once, so that no element can come back under a pusher (ABA).
struct JobStack: ~Copyable, Sendable {
  private struct Element {
    let job: UnownedJob
    var next: UnsafeMutablePointer<Element>?
  }

  // An address: an atomic pointer is not Sendable, an atomic number is.
  private let head = Atomic<UInt>(0)

  var isEmpty: Bool { head.load(ordering: .sequentiallyConsistent) == 0 }

  func push(_ job: UnownedJob) {
    let element = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    element.initialize(to: Element(job: job, next: nil))
    var expected = head.load(ordering: .relaxed)
    while true {
      element.pointee.next = UnsafeMutablePointer(bitPattern: expected)
      let (exchanged, original) = head.compareExchange(
        expected: expected,
        desired: UInt(bitPattern: element),
        ordering: .sequentiallyConsistent
      )
      if exchanged { return }
      expected = original
    }
  }

  /// Passes on every job, in the order in which they were pushed.
  func takeAll(_ body: (UnownedJob) -> Void) {
    let newest = head.exchange(0, ordering: .sequentiallyConsistent)
    var next = Self.reversed(UnsafeMutablePointer(bitPattern: newest))
    while let element = next {
      let job = element.pointee.job
      next = element.pointee.next
      element.deallocate()
      body(job)
    }
  }

  private static func reversed(
    _ list: UnsafeMutablePointer<Element>?
  ) -> UnsafeMutablePointer<Element>? {
    var rest = list
    var result: UnsafeMutablePointer<Element>?
    while let element = rest {
      rest = element.pointee.next
      element.pointee.next = result
      result = element
    }
    return result
  }
}
