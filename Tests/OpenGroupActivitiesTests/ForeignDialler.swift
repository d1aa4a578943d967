import ForeignTLS

@testable import OpenGroupActivities

/// Somebody who dials with TLS of another kind.
final class ForeignDialler {
  private let handle: OpaquePointer?

  init(_ kind: foreign_kind) { handle = foreign_create(kind, SecureContext.protocolName) }

  deinit { foreign_free(handle) }

  /// Goes on with its handshake; the bytes for the other side.
  func step() -> [UInt8] {
    foreign_step(handle)
    return taken()
  }

  func hear(_ bytes: [UInt8]) { foreign_hear(handle, bytes, bytes.count) }

  /// The bytes that ask for new keys both ways.
  func requestKeys() -> [UInt8] {
    foreign_request_keys(handle)
    return taken()
  }

  private func taken() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = foreign_take(handle, &bytes, bytes.count)
    return Array(bytes.prefix(count))
  }

  /// Its handshake with a session, as far as it goes; `isJudged` tells whether its key was seen.
  func shakeHands(
    with session: inout SecureSession
  ) -> (outcome: SecureSession.Outcome, isJudged: Bool) {
    var outcome = SecureSession.Outcome.wantsInput
    var isJudged = false
    for _ in 0..<4 where outcome == .wantsInput {
      step().withUnsafeBytes { _ = session.hear($0) }
      outcome = session.handshake { _ in
        isJudged = true
        return true
      }
      hear(session.taken())
    }
    return (outcome, isJudged)
  }
}
