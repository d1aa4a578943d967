import SessionCore

@testable import OpenGroupActivities

/// The two ends of a connection without sockets.
struct SecurePair: ~Copyable {
  var dialler: SecureSession
  var acceptor: SecureSession
  let diallerKey: DeviceKey
  let acceptorKey: DeviceKey
  /// Whom each end was asked about.
  var judged: [DeviceID] = []

  init(
    dialler: String = SecureContext.protocolName,
    acceptor: String = SecureContext.protocolName
  ) {
    (diallerKey, acceptorKey) = (DeviceKey(), DeviceKey())
    self.dialler = SecureSession(SecureContext(diallerKey, protocolName: dialler), isDialled: true)
    self.acceptor = SecureSession(
      SecureContext(acceptorKey, protocolName: acceptor),
      isDialled: false
    )
  }

  static func device(_ key: DeviceKey) -> DeviceID { DeviceID(hash: key.deviceID) }

  /// Everything that waits goes to the other end.
  mutating func exchange() {
    (dialler.taken()).withUnsafeBytes { _ = acceptor.hear($0) }
    (acceptor.taken()).withUnsafeBytes { _ = dialler.hear($0) }
  }

  /// The handshake as far as it goes: what came of it at either end.
  mutating func shakeHands(
    diallerAccepts: Bool = true,
    acceptorAccepts: Bool = true
  ) -> (dialler: SecureSession.Outcome, acceptor: SecureSession.Outcome) {
    var outcomes = (SecureSession.Outcome.wantsInput, SecureSession.Outcome.wantsInput)
    var judged = self.judged
    for _ in 0..<6 {
      outcomes.0 = dialler.handshake {
        judged.append($0)
        return diallerAccepts
      }
      exchange()
      outcomes.1 = acceptor.handshake {
        judged.append($0)
        return acceptorAccepts
      }
      exchange()
    }
    self.judged = judged
    return outcomes
  }
}

extension SecureSession {
  mutating func taken() -> [UInt8] {
    var bytes: [UInt8] = []
    take(into: &bytes)
    return bytes
  }

  mutating func write(_ bytes: [UInt8]) -> Outcome { bytes.withUnsafeBytes { write($0) } }

  /// What can be read, and why there is no more.
  mutating func readAll() -> (bytes: [UInt8], outcome: Outcome) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: SecureSession.recordBytes)
    while true {
      let outcome = buffer.withUnsafeMutableBytes { read(into: $0) }
      guard case .done(let count) = outcome else { return (bytes, outcome) }
      bytes += buffer[..<count]
    }
  }
}
