/// A point in virtual time: how long the peer has been running.
///
/// The core has no clock. A shell passes the moment in with every input.
package struct Moment: Hashable, Comparable, Sendable {
  package var sinceStart: Duration

  package init(_ sinceStart: Duration) {
    self.sinceStart = sinceStart
  }

  package static let start = Moment(.zero)

  package static func seconds(_ seconds: Double) -> Moment { Moment(.seconds(seconds)) }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.sinceStart < right.sinceStart
  }

  package static func + (moment: Moment, duration: Duration) -> Moment {
    Moment(moment.sinceStart + duration)
  }

  package static func - (later: Moment, earlier: Moment) -> Duration {
    later.sinceStart - earlier.sinceStart
  }
}
