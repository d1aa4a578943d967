import FoundationEssentials
import SessionCore

/// The runtime: this device on the local network, and the door through which people come.
///
/// It does what the system's own screens do elsewhere: shows the own addresses, invites, knocks,
/// lets in, and knows who is here. The first one that is started serves the whole process; several
/// in one process, each for the tasks under `People.$current.withValue`, are for tests.
public final class People: Sendable {
  /// The runtime of the current task, when it is another one than the process's.
  @TaskLocal public static var current: People?

  let host: PeerHost
  let events: PeerEvents

  var directory: SessionDirectory { events.directory }

  private let device: DeviceID

  private init(_ host: PeerHost, _ events: PeerEvents, _ device: DeviceID) {
    self.host = host
    self.events = events
    self.device = device
  }

  /// The runtime that activities belong to here.
  static var effective: People? { current ?? PeopleRegistry.shared.first }

  static var effectiveDirectory: SessionDirectory {
    current?.directory ?? PeopleRegistry.shared.directory
  }

  /// Starts to listen, on TCP and UDP of one port, and runs until `stop`.
  ///
  /// - Throws: `PeopleError`: the port is taken or not allowed, or the network is not available.
  public static func start(_ settings: PeopleSettings) throws(PeopleError) -> People {
    let key = settings.deviceKey ?? DeviceKey()
    let device = DeviceID(hash: key.deviceID)
    let sockets = try BoundSockets.bind(settings.port, loopbackOnly: settings.loopbackOnly)
    let events = PeerEvents(directory: PeopleRegistry.shared.directoryForStart())
    let onStore = settings.onStoreSession
    let host = PeerHost(
      sockets,
      key: key,
      isLoopbackOnly: settings.loopbackOnly,
      discovery: settings.discoveryPlan(device, port: sockets.port, events),
      makePeer: { settings.peer(key, port: $0) },
      onEvent: { events.receive($1, from: $0) },
      onStore: { record in onStore(record.map { Data($0.bytes) }) }
    )
    let people = People(host, events, device)
    PeopleRegistry.shared.add(people)
    if let stored = settings.storedSession {
      host.post(.resume(SessionRecord(bytes: Array(stored))))
    }
    host.start()
    return people
  }

  /// Says goodbye and ends everything; returns after at most about 300 ms.
  ///
  /// With `keepingSession` this device stays in the roster of its session and comes back into it
  /// without a question, by what `onStoreSession` was given last. Sessions are invalidated, loops
  /// end, requests fail. A second call has no effect.
  public func stop(keepingSession: Bool) async {
    await host.stop(keepSession: keepingSession)
    events.finish()
    PeopleRegistry.shared.remove(self)
  }

  /// The port that is listened on, TCP and UDP alike.
  public var port: UInt16 { host.port }

  /// What others can type to reach this device, best first, without the port.
  ///
  /// Asked from the system each time. Loopback when there is nothing else.
  public var addresses: [String] { InterfaceAddresses.current() }

  /// What others can type to reach this device: now, and whenever the network changes.
  ///
  /// As `addresses`, also when discovery is off. With loopback alone, it stays as it began.
  public var addressChanges: LatestValues<[String]> {
    LatestValues(events.addresses, isSame: { $0 == $1 }) { $0 }
  }

  /// Everyone else in the session: the current list at once, then always the latest.
  ///
  /// Sorted by participant; empty outside a session.
  public var participants: LatestValues<[Person]> {
    LatestValues(events.people, isSame: { $0 == $1 }) { $0 }
  }

  /// Who comes to the door and who is gone again.
  ///
  /// A new loop hears first of those who wait now.
  ///
  /// The stream ends when the runtime stops. Each call gives a stream of its own, for one loop.
  public var visitors: AsyncStream<VisitorEvent> { events.visitors.events() }

  /// Answers a visitor.
  ///
  /// Without effect when the question is over.
  ///
  /// Accepting an invitation leaves the session that this device is in; the other one arrives
  /// through `sessions()` of its activity.
  public func answer(_ id: Visitor.ID, accept: Bool) {
    host.post(.answer(RequestID(id), accept: accept))
    events.visitors.left(id)
  }

  /// Whether this device is in a session, or was offered one that is not over.
  ///
  /// True right after `start` when the stored session could be taken up again; whether anybody else
  /// is still in it shows only later.
  public func hasSession() async -> Bool {
    await host.catchUp()
    return directory.current != nil
  }

  /// Changes the name that others see.
  public func rename(_ name: String) { host.post(.rename(name)) }

  /// Founds a session; it is known here when this returns.
  func found(_ record: ActivityRecord) async throws(PeopleError) {
    guard record.content.count <= WireLimits.activityContent else {
      throw .activityTooLarge(size: record.content.count, limit: WireLimits.activityContent)
    }
    let salt = SystemCryptography.random(UInt128.self)
    let id = SessionID(founder: device, salt: salt, SystemCryptography.functions)
    await host.perform(.activate(salt: salt, record))
    guard directory.handle(id) != nil else { throw .notRunning }
  }
}
