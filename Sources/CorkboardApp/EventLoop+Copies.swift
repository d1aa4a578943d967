import BoardUI
import OpenGroupActivities

/// A copy of this device on another machine.
extension EventLoop {
  /// Names the question about it among those of visitors, whose numbers are the library's.
  static let copyBanner = UInt64.max

  func watchCopies() async {
    for await address in people.copyAddress {
      guard let address else { continue }
      take(
        .visitorArrived(
          VisitorBanner(id: Self.copyBanner, kind: .copy, name: "", address: address)
        )
      )
    }
  }

  func renewKey() {
    do {
      try shelf.renewKey()
      hasNewKey = true
      take(
        .notice("A new key is made: leave, and start again to be another device.", isError: false)
      )
    } catch {
      take(.notice("No new key was made: \(BoardClerk.reason(error)).", isError: true))
    }
  }
}
