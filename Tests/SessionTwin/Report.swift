import FoundationEssentials
import Glibc
import OpenGroupActivities
import Synchronization

/// One line of a twin's output.
struct Report: Encodable {
  /// One other participant, as the lab sees it.
  struct Other: Encodable, Equatable {
    var name: String
    var presence: String
    var address: String?
    var datagramsArrive: Bool
    /// Milliseconds.
    var roundTrip: Double?
    var words: String
  }

  /// What came of one kind of message from one participant.
  struct Arrival: Encodable {
    var from: String
    var kind: String
    var count = 0
    var bytes = 0
    /// Reliable: how many did not follow the one before; unreliable: how many came late or again.
    var outOfOrder = 0
    /// Microseconds from `send` to here, of the messages since the last report, ascending.
    var latencies: [Int] = []
  }

  var event: String
  var port: UInt16?
  var text: String?
  var milliseconds: Double?
  var people: [Other]?
  var arrivals: [Arrival]?
  /// Nanoseconds of processor time, bytes of resident memory, open descriptors of this process.
  var processor: UInt64?
  var resident: Int?
  var descriptors: Int?

  static func ready(port: UInt16) -> Report { Report(event: "ready", port: port) }
  static func failed(_ text: String) -> Report { Report(event: "failed", text: text) }

  static func people(_ others: [Other]) -> Report { Report(event: "people", people: others) }

  static func done(_ text: String, after time: Duration) -> Report {
    Report(event: "done", text: text, milliseconds: time / .milliseconds(1))
  }

  private static let output = Mutex(())

  /// Writes whole lines, also when several threads report at once.
  static func write(_ report: Report) {
    guard var line = try? JSONEncoder().encode(report) else { return }
    line.append(0x0A)
    output.withLock { _ in
      line.withUnsafeBytes { bytes in
        var rest = bytes[...]
        while !rest.isEmpty {
          let count = Glibc.write(1, rest.baseAddress, rest.count)
          guard count > 0 else { return }
          rest = rest.dropFirst(count)
        }
      }
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}

extension Report.Other {
  init(_ person: People.Person) {
    name = person.name
    switch person.presence {
    case .here: presence = "here"
    case .quiet: presence = "quiet"
    case .gone: presence = "gone"
    }
    address = person.address
    datagramsArrive = person.datagramsArrive
    roundTrip = person.roundTrip.map { $0 / .milliseconds(1) }
    words = person.words
  }

  /// The same but for what changes all the time.
  func isSame(as other: Self) -> Bool {
    var (left, right) = (self, other)
    left.roundTrip = nil
    right.roundTrip = nil
    return left == right
  }
}
