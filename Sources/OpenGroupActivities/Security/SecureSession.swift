import CSecure
import SessionCore

/// One TLS 1.3 connection without its socket: bytes of the wire in and out, bytes of the program in
/// and out.
///
/// Nothing can be read, written or exported before the handshake is done and the other side was
/// judged. A failure is for good.
struct SecureSession: ~Copyable {
  enum Outcome: Equatable {
    /// So many bytes were read or written; 0 for the handshake.
    case done(Int)
    /// Let it hear more first.
    case wantsInput
    /// The other side said that it ends.
    case closed
    case failed
  }

  /// What one record holds at most.
  static let recordBytes = 16_384

  private let handle: OpaquePointer
  private let context: SecureContext

  /// Traps when there is no memory left.
  init(_ context: SecureContext, isDialled: Bool) {
    guard let made = csec_session_create(context.handle, isDialled) else {
      preconditionFailure("no memory for TLS")
    }
    handle = made
    self.context = context
  }

  deinit { csec_session_free(handle) }

  // MARK: The wire

  /// Takes bytes from the wire.
  ///
  /// At most 16 KiB before the next read: the memory that more need is never given back.
  mutating func hear(_ bytes: UnsafeRawBufferPointer) -> Bool {
    csec_session_feed(handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// The wire ended; without a word before, the next read fails.
  mutating func hearEnd() { csec_session_feed_end(handle) }

  /// How many bytes wait for the wire.
  var pending: Int { csec_session_pending(handle) }

  /// Appends the bytes that wait for the wire.
  mutating func take(into wire: inout [UInt8]) {
    let count = pending
    guard count > 0 else { return }
    wire += [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = csec_session_take(handle, buffer.baseAddress, count)
    }
  }

  // MARK: The program

  /// Goes on with the handshake.
  ///
  /// `isWelcome` judges a key that is claimed and not yet proven: it may refuse, and must note
  /// nothing down. A dialler that refuses has not said who it is.
  mutating func handshake(isWelcome: (DeviceID) -> Bool) -> Outcome {
    withoutActuallyEscaping(isWelcome) { isWelcome in
      var judge = isWelcome
      return withUnsafeMutablePointer(to: &judge) { pointer in
        let result = csec_session_handshake(
          handle,
          { context, hash in
            guard let context, let hash else { return false }
            let judge = context.assumingMemoryBound(to: ((DeviceID) -> Bool).self)
            return judge.pointee(DeviceID(hash: UnsafeBufferPointer(start: hash, count: 32)))
          },
          pointer
        )
        return Self.outcome(result, 0)
      }
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    var count = 0
    let bytes = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return Self.outcome(csec_session_read(handle, bytes, buffer.count, &count), count)
  }

  /// Seals one record at most: look at the count.
  mutating func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    var count = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return Self.outcome(csec_session_write(handle, start, bytes.count, &count), count)
  }

  /// Says to the other side that we end.
  mutating func close() { csec_session_close(handle) }

  /// Who is at the other side, proven; nil before the handshake is done.
  var peer: DeviceID? {
    var hash = [UInt8](repeating: 0, count: 32)
    guard csec_session_peer(handle, &hash) else { return nil }
    return hash.withUnsafeBufferPointer { DeviceID(hash: $0) }
  }

  /// 32 secret bytes that both sides have and nobody else, different for each label and context.
  ///
  /// Nil before the handshake is done.
  func export(_ label: String, context: [UInt8]) -> [UInt8]? {
    var secret = [UInt8](repeating: 0, count: 32)
    let isDone = csec_session_export(handle, label, context, context.count, &secret, 32)
    return isDone ? secret : nil
  }

  /// Why it failed: words for a log, and the alerts of TLS that were received and sent, or -1.
  var failure: (text: String, received: Int32, sent: Int32) {
    var failure = csec_failure()
    csec_session_failure(handle, &failure)
    let text = withUnsafeBytes(of: failure.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return (text, failure.alert_received, failure.alert_sent)
  }

  private static func outcome(_ result: csec_outcome, _ count: Int) -> Outcome {
    switch result {
    case CSEC_DONE: .done(count)
    case CSEC_WANT_INPUT: .wantsInput
    case CSEC_CLOSED: .closed
    default: .failed
    }
  }
}

extension SecureSession {
  /// What the protocol binds its words and proofs to.
  var binding: [UInt8]? { export("EXPORTER-oga-link", context: []) }

  /// The key of one direction's datagrams in one epoch.
  func datagramKey(isFromDialler: Bool, epoch: UInt64) -> [UInt8]? {
    let number = withUnsafeBytes(of: epoch.bigEndian) { Array($0) }
    return export("EXPORTER-oga-datagrams", context: [isFromDialler ? 1 : 2] + number)
  }
}
