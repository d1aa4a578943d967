import Foundation

/// avahi-daemon on a host of a test's own, with a message bus and a mount namespace for itself.
final class Avahi {
  private let host: TestNetwork.Host
  private let folder: String
  private var daemon: ChildProcess?
  private let environment: [String: String]

  /// Why there can be none here; nil when there can.
  static var obstacle: String? {
    if let obstacle = TestNetwork.obstacle { return obstacle }
    let missing = ["avahi-daemon", "avahi-browse", "avahi-publish", "dbus-daemon", "unshare"]
      .filter { find($0) == nil }
    return missing.isEmpty ? nil : "needs \(missing.joined(separator: ", ")): make test-discovery"
  }

  private static func find(_ name: String) -> String? {
    ["/usr/sbin/", "/usr/bin/", "/sbin/", "/bin/"].map { $0 + name }
      .first { access($0, X_OK) == 0 }
  }

  init(on host: TestNetwork.Host, sharesPort: Bool = true) throws {
    self.host = host
    folder = "/tmp/corkboard-test-\(UInt32.random(in: .min ... .max))"
    mkdir(folder, 0o755)
    environment = [
      "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder)/bus",
    ]
    try write(
      "bus.conf",
      """
      <busconfig><type>system</type><listen>unix:path=\(folder)/bus</listen>
      <policy context="default"><allow user="*"/><allow own="*"/><allow send_type="method_call"/>
      <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
      """
    )
    let others = sharesPort ? "no" : "yes"
    try write(
      "avahi.conf",
      "[server]\nhost-name=\(host.name)\nallow-interfaces=eth0\ndisallow-other-stacks=\(others)\n"
    )
    try write(
      "start",
      """
      mount -t tmpfs none /run && mkdir /run/avahi-daemon
      dbus-daemon --config-file=\(folder)/bus.conf --nofork --nopidfile &
      while [ ! -S \(folder)/bus ]; do sleep 0.05; done
      exec avahi-daemon -f \(folder)/avahi.conf --no-chroot --no-drop-root --no-rlimits
      """
    )
    try start()
  }

  deinit {
    daemon?.send(signal: SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data((text + "\n").utf8).write(to: URL(filePath: "\(folder)/\(name)"))
  }

  private func start() throws {
    daemon = try ChildProcess(
      host.launcher + [
        "unshare", "-m", "--pid", "--fork", "--kill-child", "sh", "\(folder)/start",
      ],
      environment: environment,
      streams: [.path("/dev/null"), .path("/dev/null"), .path("/dev/null")]
    )
  }

  /// Kills the daemon and its bus without a goodbye, and starts them again.
  func restart() async throws {
    daemon?.send(signal: SIGKILL)
    try await eventually("the daemon to end") { daemon?.look() }
    unlink("\(folder)/bus")
    try start()
  }

  /// Starts to publish a service; it goes with the returned process.
  func publish(_ name: String, _ type: String) throws -> ChildProcess {
    try ChildProcess(
      host.launcher + ["avahi-publish", "-s", name, type, "631"],
      environment: environment,
      streams: [.path("/dev/null"), .path("/dev/null"), .path("/dev/null")]
    )
  }

  /// What avahi-browse prints of the services of a type that it knows now, resolved.
  func browse(_ type: String) throws -> String {
    try output(of: host.launcher + ["avahi-browse", "-rpt", type], environment: environment).text
  }

  /// Browses until a line holds all of the texts.
  func sees(_ type: String, _ texts: String...) async throws {
    var last = ""
    try await eventually("\(texts) with avahi-browse", within: .seconds(40)) {
      last = try browse(type)
      let lines = last.split(separator: "\n").filter { $0.hasPrefix("=") }
      return lines.contains { line in texts.allSatisfy { line.contains($0) } } ? true : nil
    } instead: {
      last
    }
  }
}
