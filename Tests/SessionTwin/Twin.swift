import Dispatch
import FoundationEssentials
import Glibc
import OpenGroupActivities
import Synchronization

/// A participant without a screen.
final class Twin: Sendable {
  let people: People
  private let messengers = Mutex<
    (reliable: GroupSessionMessenger, unreliable: GroupSessionMessenger)?
  >(nil)
  private let counts = Mutex<[Key: Report.Arrival]>([:])
  private let lastNumbers = Mutex<[Key: UInt64]>([:])
  /// Changes when the drag under way is to end.
  private let dragNumber = Mutex(0)

  private struct Key: Hashable {
    var source: Participant
    var kind: String
  }

  init(_ options: TwinOptions) throws { people = try People.start(try options.settings()) }

  /// Until the input ends.
  func run() async {
    Task { await follow() }
    Task { await open() }
    Task { await watch() }
    var isKept = true
    for await line in Self.input() {
      guard let command = Command(line) else {
        Report.write(.failed("\(line) is no command"))
        continue
      }
      if case .quit(let keeping) = command {
        isKept = keeping
        break
      }
      Task { await carryOut(command) }
    }
    await people.stop(keepingSession: isKept)
    // The loops above wait for what does not come any more.
    exit(0)
  }

  private static func input() -> AsyncStream<String> {
    AsyncStream { continuation in
      DispatchQueue(label: "input").async {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }

  private func follow() async {
    for await session in Exercise.sessions() {
      let reliable = GroupSessionMessenger(session: session, deliveryMode: .reliable)
      let unreliable = GroupSessionMessenger(session: session, deliveryMode: .unreliable)
      messengers.withLock { $0 = (reliable, unreliable) }
      listen(to: reliable.messages(of: Data.self), "reliable")
      listen(to: unreliable.messages(of: Data.self), "unreliable")
      session.join()
      Report.write(Report(event: "session", text: session.id.uuidString))
      for await state in session.$state.values {
        guard case .invalidated(let why) = state else { continue }
        Report.write(Report(event: "over", text: "\(why)"))
        break
      }
      messengers.withLock { $0 = nil }
    }
  }

  private func open() async {
    for await event in people.visitors {
      guard case .arrived(let visitor) = event else { continue }
      Report.write(Report(event: "visitor", text: visitor.name))
      people.answer(visitor.id, accept: true)
    }
  }

  private func watch() async {
    var last: [Report.Other] = []
    for await persons in people.participants {
      let others = persons.map { Report.Other($0) }
      guard !others.elementsEqual(last, by: { $0.isSame(as: $1) }) else { continue }
      last = others
      Report.write(.people(others))
    }
  }

  // MARK: Commands

  private func carryOut(_ command: Command) async {
    let clock = ContinuousClock()
    let start = clock.now
    do {
      switch command {
      case .found: _ = try await Exercise().activate()
      case .invite(let address): try await people.invite(address)
      case .knock(let address): try await people.knock(address, for: Exercise.self)
      case .send(let isReliable, let count, let size):
        try await send(isReliable, count, size)
      case .drag(let rate, let size): return await drag(rate, size)
      case .counts: return report()
      case .who:
        for await persons in people.participants {
          return Report.write(
            Report(event: "who", people: persons.map { Report.Other($0) })
          )
        }
      case .quit: return
      }
      Report.write(.done(command.name, after: clock.now - start))
    } catch {
      Report.write(
        Report(
          event: "failed",
          text: "\(command.name): \(error)",
          milliseconds: (clock.now - start) / .milliseconds(1)
        )
      )
    }
  }

  private func messenger(isReliable: Bool) throws -> GroupSessionMessenger {
    guard let messengers = messengers.withLock({ $0 }) else { throw TwinError(text: "no session") }
    return isReliable ? messengers.reliable : messengers.unreliable
  }

  private func send(_ isReliable: Bool, _ count: Int, _ size: Int) async throws {
    let messenger = try messenger(isReliable: isReliable)
    for number in 1...count {
      try await messenger.send(Exchange.message(UInt64(number), size: size))
    }
  }

  /// Sends an unreliable message so many times a second, until the next `drag`; 0: none.
  private func drag(_ rate: Int, _ size: Int) async {
    let mine = dragNumber.withLock { number in
      number += 1
      return number
    }
    guard rate > 0, let messenger = try? messenger(isReliable: false) else { return }
    let clock = ContinuousClock()
    var next = clock.now
    var number: UInt64 = 0
    while dragNumber.withLock({ $0 }) == mine {
      number += 1
      try? await messenger.send(Exchange.message(number, size: size))
      next += .nanoseconds(1_000_000_000 / rate)
      try? await Task.sleep(until: next, clock: .continuous)
    }
  }

  // MARK: Arrivals

  private func listen(to messages: GroupSessionMessenger.Messages<Data>, _ kind: String) {
    Task {
      for await (data, context) in messages { count(data, from: context.source, kind) }
    }
  }

  private func count(_ data: Data, from source: Participant, _ kind: String) {
    guard let (number, sent) = Exchange.read(data) else { return }
    let latency = Int(clamping: (Exchange.now &- sent) / 1_000)
    let key = Key(source: source, kind: kind)
    let last = lastNumbers.withLock { numbers in
      defer { numbers[key] = number }
      return numbers[key] ?? 0
    }
    // A series begins at one again with each command.
    let isInOrder = kind == "reliable" ? number == last + 1 || number == 1 : number > last
    counts.withLock { counts in
      var arrival = counts[key] ?? Report.Arrival(from: "\(source.id)", kind: kind)
      arrival.count += 1
      arrival.bytes += data.count
      arrival.outOfOrder += isInOrder ? 0 : 1
      if arrival.latencies.count < 20_000 { arrival.latencies.append(latency) }
      counts[key] = arrival
    }
  }

  private func report() {
    let arrivals = counts.withLock { counts in
      let now = Array(counts.values)
      for key in counts.keys { counts[key]?.latencies = [] }
      return now
    }
    var report = Report(event: "counts")
    report.arrivals = arrivals.map { arrival in
      var arrival = arrival
      arrival.latencies.sort()
      return arrival
    }
    report.processor = ProcessFacts.processor
    report.resident = ProcessFacts.resident
    report.descriptors = ProcessFacts.descriptors
    Report.write(report)
  }
}
