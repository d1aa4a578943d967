import BoardCore
import BoardUI
import CSystem
import Glibc
import OpenGroupActivities

/// The program's end of commands from the shell: many clients at a time, none of which it waits for.
///
/// A client's request is bounded, and so is the number of clients: the newest pushes out the oldest.
/// Owned by the event loop and used on its thread alone.
final class CommandDesk {
  static let listenerToken: UInt64 = 3
  private static let firstClientToken: UInt64 = 16
  private static let mostClients = 16

  private struct Client {
    let descriptor: Int32
    var received: [UInt8] = []
    /// What the client has not taken yet; nothing more is read from it meanwhile.
    var pending: ArraySlice<UInt8> = []
    /// Notes that wait for the request that places them.
    var staged: [PortableNote] = []
    var stagedBytes = 0
  }

  /// Less than a note takes in any file.
  private static func bytes(of note: PortableNote) -> Int { note.text.utf8.count + 12 }

  private let listener: CommandListener
  private let executor: LoopExecutor
  private var clients: [UInt64: Client] = [:]
  private var nextToken = CommandDesk.firstClientToken
  private var scratch = [UInt8](repeating: 0, count: 1 << 16)

  init(_ listener: CommandListener, on executor: LoopExecutor) {
    self.listener = listener
    self.executor = executor
    executor.add(listener.descriptor, for: .read, token: Self.listenerToken)
  }

  func end() {
    for token in clients.keys.sorted() { drop(token) }
    executor.remove(listener.descriptor)
    listener.end()
  }

  /// Does what a descriptor is ready for: takes clients, reads requests, writes answers.
  func handle(_ token: UInt64, answer: (CommandRequest) -> CommandReply) {
    if token == Self.listenerToken { return accept() }
    guard clients[token] != nil else { return }
    if clients[token]?.pending.isEmpty == false { return write(token) }
    read(token, answer)
  }

  private func accept() {
    // Level-triggered: whoever is left over is told of again.
    for _ in 0..<Self.mostClients {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let descriptor = cs_accept(listener.descriptor, &address, &length)
      guard descriptor >= 0 else { return }
      guard CommandSocket.isOwn(descriptor) else {
        close(descriptor)
        continue
      }
      if clients.count >= Self.mostClients, let oldest = clients.keys.min() { drop(oldest) }
      clients[nextToken] = Client(descriptor: descriptor)
      executor.add(descriptor, for: .read, token: nextToken)
      nextToken += 1
    }
  }

  private func drop(_ token: UInt64) {
    guard let client = clients.removeValue(forKey: token) else { return }
    executor.remove(client.descriptor)
    close(client.descriptor)
  }

  private func read(_ token: UInt64, _ answer: (CommandRequest) -> CommandReply) {
    guard let descriptor = clients[token]?.descriptor else { return }
    let count = recv(descriptor, &scratch, scratch.count, 0)
    guard count > 0 else {
      if count == 0 || (errno != EAGAIN && errno != EINTR) { drop(token) }
      return
    }
    clients[token]?.received += scratch[..<count]
    serve(token, answer)
  }

  /// Answers the next request, if all of it is there.
  ///
  /// One at a time: a client asks again once it has the answer.
  private func serve(_ token: UInt64, _ answer: (CommandRequest) -> CommandReply) {
    guard let received = clients[token]?.received,
      let length = CommandSocket.length(received)
    else { return }
    guard length <= CommandSocket.limit else { return drop(token) }
    guard received.count >= 4 + length else { return }
    guard received.count == 4 + length else { return drop(token) }
    clients[token]?.received = []
    let reply: CommandReply
    do {
      reply = self.reply(to: try CommandRequest(encoded: Array(received[4...])), token, answer)
    } catch {
      reply = .failed(error.message)
    }
    clients[token]?.pending = CommandSocket.frame(reply.encoded)[...]
    write(token)
  }

  /// Notes that come in several requests are answered for as one: all are placed, or none.
  private func reply(
    to request: CommandRequest,
    _ token: UInt64,
    _ answer: (CommandRequest) -> CommandReply
  ) -> CommandReply {
    switch request {
    case .stage(let notes): return stage(notes, token)
    case .place(let board, let notes):
      let staged = clients[token]?.staged ?? []
      clients[token]?.staged = []
      clients[token]?.stagedBytes = 0
      return answer(.place(board: board, notes: staged + notes))
    case .add, .make, .keeping, .forget: return answer(request)
    }
  }

  /// All clients together have no more waiting than the largest file that an import takes.
  private func stage(_ notes: [PortableNote], _ token: UInt64) -> CommandReply {
    let bytes = notes.reduce(0) { $0 + Self.bytes(of: $1) }
    let waiting = clients.values.reduce(0) { $0 + $1.stagedBytes }
    guard waiting + bytes <= BoardLimits.snapshotBytes else {
      return .failed("too many notes are being imported at once; try again; nothing was imported")
    }
    clients[token]?.staged += notes
    clients[token]?.stagedBytes += bytes
    return .made([], warning: nil)
  }

  private func write(_ token: UInt64) {
    guard let client = clients[token] else { return }
    let count = client.pending.withUnsafeBytes {
      send(client.descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count >= 0 || errno == EAGAIN || errno == EINTR else { return drop(token) }
    clients[token]?.pending = client.pending.dropFirst(max(0, count))
    let isDone = clients[token]?.pending.isEmpty ?? true
    executor.change(client.descriptor, for: isDone ? .read : .write, token: token)
  }
}
