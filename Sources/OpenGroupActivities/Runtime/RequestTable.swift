import SessionCore
import Synchronization

/// The own invitations and knocks that are under way.
final class RequestTable: Sendable {
  /// The name of who accepted, or why nobody did.
  typealias Answer = Result<String, RequestFailure>

  private struct Entry {
    let answer: OneAnswer<Answer>
    let progress: @Sendable (InvitationProgress) -> Void
  }

  private struct Storage {
    var entries: [RequestID: Entry] = [:]
    var next: UInt64 = 0
    var isFinished = false
  }

  private let storage = Mutex(Storage())

  /// A new request; nil once the runtime has stopped.
  func open(
    _ progress: @escaping @Sendable (InvitationProgress) -> Void
  ) -> (RequestID, OneAnswer<Answer>)? {
    storage.withLock { storage in
      if storage.isFinished { return nil }
      storage.next += 1
      let answer = OneAnswer<Answer>()
      storage.entries[RequestID(storage.next)] = Entry(answer: answer, progress: progress)
      return (RequestID(storage.next), answer)
    }
  }

  func update(_ id: RequestID, _ status: RequestStatus) {
    switch status {
    case .dialling: break
    case .ringing(let name, let device, let words):
      let entry = storage.withLock { $0.entries[id] }
      entry?.progress(.ringing(name, words: words?.text ?? "", device: device.bytes))
    case .accepted(let name): finish(id, .success(name))
    case .failed(let failure): finish(id, .failure(failure))
    }
  }

  /// Answers a request that is still open.
  func finish(_ id: RequestID, _ answer: Answer) {
    storage.withLock { $0.entries.removeValue(forKey: id) }?.answer.give(answer)
  }

  /// The runtime has stopped.
  func finishAll() {
    let open = storage.withLock { storage in
      storage.isFinished = true
      defer { storage.entries = [:] }
      return storage.entries.values.map(\.answer)
    }
    for answer in open { answer.give(.failure(.cancelled)) }
  }
}

extension RequestFailure: Error {}
