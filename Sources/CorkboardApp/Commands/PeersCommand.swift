import BoardStore
import BoardUI
import Glibc
import OpenGroupActivities

/// Says who is on the network, without being found itself.
struct PeersCommand {
  /// Two questions go out in this time, and whoever is there answers within a tenth of a second.
  private static let patience: Duration = .seconds(2)

  private let options: Options
  private let isJSON: Bool

  init(_ options: Options, isJSON: Bool) {
    self.options = options
    self.isJSON = isJSON
  }

  /// Prints a line for each device that was heard; the exit status.
  func run() -> Int32 {
    let (heard, state) = Self.listen(profile: options.profile)
    let lines = heard.map { isJSON ? Self.json($0) : Self.plain($0) }
    do {
      try StandardOutput.write(lines.map { "\($0)\n" }.joined())
    } catch {
      Surroundings.writeError("corkboard: \(error.message)")
      return Main.Status.failed
    }
    guard lines.isEmpty else { return Main.Status.done }
    switch state {
    case .running:
      Surroundings.writeError(
        "corkboard: nobody was heard in \(Self.patience.components.seconds) seconds;"
          + " invite by address reaches those whose network hides them"
      )
      return Main.Status.nobodyReachable
    case .noNetwork:
      Surroundings.writeError("corkboard: there is no network; connect one and try again")
      return Main.Status.nobodyReachable
    case .off, .refused:
      Surroundings.writeError("corkboard: \(state)")
      return Main.Status.failed
    }
  }

  /// Who was heard in two seconds, the own folder's device aside, and how discovery stands.
  static func listen(profile: String?) -> (heard: [People.Nearby], state: DiscoveryState) {
    let folder = Surroundings.dataFolder(profile: profile)
    let own = folder.flatMap { try? BoardStore.reading($0).deviceKey().deviceID }
    let browser = NearbyBrowser(serviceType: BoardActivity.serviceType, ownDevice: own ?? [])
    let end = ContinuousClock.now + patience
    while ContinuousClock.now < end { usleep(20_000) }
    return (browser.current, browser.state)
  }

  private static func json(_ nearby: People.Nearby) -> String {
    JSONValue.object([
      .init("name", .string(nearby.name)),
      .init("device", .string(nearby.deviceName)),
      .init("addresses", .array(nearby.addresses.map { .string($0) })),
      .init("port", JSONValue(nearby.port)),
      .init("age", JSONValue(nearby.age)),
    ]).text
  }

  private static func plain(_ nearby: People.Nearby) -> String {
    let addresses = nearby.addresses.joined(separator: ", ")
    let device = nearby.deviceName.isEmpty ? "" : "  (\(nearby.deviceName))"
    let heard = nearby.age == 0 ? "heard now" : "heard \(nearby.age) s ago"
    return "\(nearby.name)\(device)  \(addresses)  port \(nearby.port)  \(heard)".visible
  }
}

extension People.Nearby {
  /// Whole seconds since it was last heard.
  var age: Int64 { max(0, (ContinuousClock.now - lastHeard).components.seconds) }
}
