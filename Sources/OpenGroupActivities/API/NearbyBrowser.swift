import SessionCore

/// Looks for devices on the network without being found itself.
///
/// It listens on no port of its own, so that a program of the same folder is not disturbed.
public actor NearbyBrowser: LoopDriver {
  nonisolated let executor = LoopExecutor()
  /// The loop that the browser runs on.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
  private nonisolated let found = Broadcast<[People.Nearby]>([])
  private nonisolated let standing = Broadcast<DiscoveryState>(.noNetwork)
  private var host: DiscoveryHost?
  private var isOver = false

  /// Begins to look for devices that offer a type of service, such as `_oga._tcp`.
  ///
  /// `ownDevice`, 16 bytes, is left out.
  public init(serviceType: String, ownDevice: [UInt8] = []) {
    let executor = executor
    let found = found
    let standing = standing
    var settings = DiscoverySettings(
      device: DeviceID(hash: ownDevice),
      name: "",
      deviceName: "",
      port: 0
    )
    settings.serviceType = serviceType
    settings.isPublishing = false
    let own = settings.device
    let began = LoopExecutor.now
    var listener = DiscoveryHost.Listener()
    listener.nearby = { devices in
      let now = Moment(.nanoseconds(Int64(clamping: LoopExecutor.now - began)))
      let others = devices.filter { $0.device != own }
      found.set(others.map { People.Nearby($0, at: now) })
    }
    listener.state = { standing.set($0) }
    host = DiscoveryHost(settings, on: executor, began: began, listener)
    executor.start(self)
  }

  /// Who was heard: the current list at once, then always the latest.
  public nonisolated var nearby: LatestValues<[People.Nearby]> {
    LatestValues(found, isSame: { $0 == $1 }) { $0 }
  }

  /// Who was heard so far.
  public nonisolated var current: [People.Nearby] { found.value }

  /// How discovery stands.
  public nonisolated var state: DiscoveryState { standing.value }

  /// Ends it.
  public func stop() {
    host?.stop(LoopExecutor.now)
    host = nil
    isOver = true
  }

  // MARK: The loop calls these

  package func prepareToWait(_ now: UInt64) -> LoopWait {
    if isOver { return .end }
    host?.tend(now)
    return host?.deadline(after: now).map { .until($0) } ?? .untilWoken
  }

  package func handle(_ token: UInt64, _ ready: Readiness, _ now: UInt64) {
    host?.handle(token, now)
  }
}
