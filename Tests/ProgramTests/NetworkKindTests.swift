import Foundation
import Testing

/// Machines with more than one network, and networks with more than one kind of neighbor.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
struct NetworkKindTests {
  private func peers(on host: TestNetwork.Host) throws -> [String] {
    try Shell().run(["peers", "--json"], on: host).lines
  }

  private func found(_ name: String, on host: TestNetwork.Host) async throws -> String {
    var last: [String] = []
    return try await eventually("\(name) among the peers", within: .seconds(30)) {
      last = try peers(on: host)
      return last.first { $0.contains("\"name\":\"\(name)\"") }
    } instead: {
      last.joined(separator: "\n")
    }
  }

  private func run(_ words: String...) throws -> String {
    let result = try output(of: words, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
    guard result.status == .exited(0) else { throw Missing(description: result.text) }
    return result.text
  }

  @Test func `bridges of containers and tunnels are neither told nor spoken to`() async throws {
    let network = try TestHosts(2)
    let host = network.hosts[0].name
    try TestHosts.ip("-n", host, "link", "add", "docker0", "type", "bridge")
    try TestHosts.ip("-n", host, "link", "add", "in", "type", "veth", "peer", "name", "out")
    for name in ["docker0", "in", "out"] {
      try TestHosts.ip("-n", host, "link", "set", name, "addrgenmode", "none")
    }
    try TestHosts.ip("-n", host, "link", "set", "in", "master", "docker0", "up")
    try TestHosts.ip("-n", host, "link", "set", "out", "up")
    try TestHosts.ip("-n", host, "addr", "add", "172.17.0.1/16", "dev", "docker0")
    try TestHosts.ip("-n", host, "link", "set", "docker0", "up")
    try TestHosts.ip("-n", host, "tuntap", "add", "tun0", "mode", "tun")
    try TestHosts.ip("-n", host, "addr", "add", "10.99.0.1/24", "dev", "tun0")
    try TestHosts.ip("-n", host, "link", "set", "tun0", "up")

    let ears = try ["docker0", "eth0"].map { try Ear(at: $0, on: network.hosts[0]) }
    try await eventually("ears to be open") { ears.allSatisfy(\.isOpen) ? true : nil }
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let line = try await found("Ada", on: network.hosts[1])
    #expect(line.contains("\"10.78.0.1\""))
    #expect(!line.contains("172.17.0.1") && !line.contains("10.99.0.1"), "\(line)")
    let groups = try run(TestNetwork.tool, "-n", host, "maddr", "show", "dev", "docker0")
    #expect(!groups.contains("224.0.0.251"), "\(groups)")
    let wire = try run(TestNetwork.tool, "-n", host, "maddr", "show", "dev", "eth0")
    #expect(wire.contains("224.0.0.251") && wire.contains("ff02::fb"), "\(wire)")
    #expect(ears.map(\.hasHeard) == [false, true])
    _ = ada
  }

  @Test func `somebody on two networks is found on both, each with its own address`()
    async throws
  {
    let network = try TestHosts(2)
    let other = try TestHosts(1)
    // A second cable of the first host, straight into the host of the other network.
    let (ada, far) = (network.hosts[0].name, other.hosts[0].name)
    try TestHosts.ip(
      "-n",
      ada,
      "link",
      "add",
      "eth1",
      "type",
      "veth",
      "peer",
      "name",
      "eth1",
      "netns",
      far
    )
    try TestHosts.ip("-n", ada, "addr", "add", "10.79.0.1/24", "dev", "eth1")
    try TestHosts.ip("-n", far, "addr", "add", "10.79.0.2/24", "dev", "eth1")
    for name in [ada, far] { try TestHosts.ip("-n", name, "link", "set", "eth1", "up") }
    let person = try Person("Ada", on: network.hosts[0], isFound: true)
    let near = try await found("Ada", on: network.hosts[1])
    #expect(near.contains("\"10.78.0.1\"") && !near.contains("10.79"), "\(near)")
    let distant = try await found("Ada", on: other.hosts[0])
    #expect(distant.contains("\"10.79.0.1\"") && !distant.contains("10.78"), "\(distant)")
    _ = person
  }

  @Test func `discovery begins when the port that somebody kept is free`() async throws {
    let network = try TestHosts(2)
    var keeper: PortKeeper? = try PortKeeper(5353, on: network.hosts[0])
    try await eventually("the port to be taken") { keeper?.isReady ?? true ? true : nil }
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    try await ada.makeNote("meanwhile")
    #expect(try peers(on: network.hosts[1]) == [])
    keeper = nil
    _ = try await found("Ada", on: network.hosts[1])
  }

  @Test(arguments: ["SO_REUSEADDR", "SO_REUSEPORT"], [true, false])
  func `the port is shared with whoever shares it in one way alone, whoever is first`(
    option: String,
    isFirst: Bool
  ) async throws {
    let network = try TestHosts(2)
    let host = network.hosts[0]
    var keeper = isFirst ? try PortKeeper(5353, on: host, sharing: option) : nil
    if isFirst { try await eventually("the other") { keeper?.isReady ?? true ? true : nil } }
    let ada = try Person("Ada", on: host, isFound: true)
    _ = try await found("Ada", on: network.hosts[1])
    if !isFirst { keeper = try PortKeeper(5353, on: host, sharing: option) }
    try await eventually("the other to have the port") { keeper?.isReady ?? false ? true : nil }
    try await ada.makeNote("works")
    _ = try await found("Ada", on: host)
  }

  @Test(.enabled(if: Stranger.canRunProgram, "another user cannot run the program here"))
  func `another user of one machine finds and is found`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let folders = ProgramFolders()
    chown(folders.home, Stranger.user, Stranger.user)
    for folder in ["data", "config", "cache", "state", "run"] {
      chown("\(folders.home)/\(folder)", Stranger.user, Stranger.user)
    }
    let bo = try Person(
      "Bo",
      in: folders,
      on: network.hosts[0],
      isFound: true,
      launcher: Stranger.launcher
    )
    _ = try await ada.program.wait(forText: "heard nearby: Bo")
    _ = try await bo.program.wait(forText: "heard nearby: Ada")
    _ = try await found("Bo", on: network.hosts[1])
  }

  @Test func `ten thousand forged devices leave room for a real one and cost little`()
    async throws
  {
    let network = try TestHosts(3)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    let bo = try Person("Bo", on: network.hosts[2], isFound: true)
    _ = try await found("Bo", on: network.hosts[0])
    let process = try ada.program.processIdentifier()
    let before = try Self.memory(process)
    let flood = try Flood(on: network.hosts[1])
    try await eventually("the flood") { flood.hasBegun ? true : nil }
    let heard = try peers(on: network.hosts[0])
    #expect(heard.count > 1 && heard.count <= 256, "\(heard.count)")
    #expect(heard.contains { $0.contains("\"name\":\"Bo\"") }, "\(heard.count)")
    #expect(Set(heard).count == heard.count)
    try await ada.makeNote("not slowed down")
    try await eventually("the flood to be over", within: .seconds(60)) { flood.isOver ? true : nil }
    #expect(try Self.memory(process) - before < 16_384)
    try await ada.makeNote("still here")
    _ = bo
  }

  /// Resident kilobytes of a process.
  private static func memory(_ process: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let found = text.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) }
    guard let found else { throw Missing(description: "no memory of process \(process)") }
    return found
  }
}

/// Ten thousand devices that do not exist, told from one host as fast as it can.
private final class Flood {
  private let child: ChildProcess
  private let mark: String

  init(on host: TestNetwork.Host) throws {
    mark = "/tmp/corkboard-test-\(UInt64.random(in: .min ... .max))"
    let script = """
      import socket, struct, sys, time
      def name(*labels): return b"".join(bytes([len(l)]) + l for l in labels) + b"\\0"
      def record(owner, kind, ttl, data):
        return owner + struct.pack(">HHIH", kind, 1, ttl, len(data)) + data
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
      s.bind(("", 5353))
      s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
      s.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(sys.argv[2]))
      kind = name(b"_corkboard", b"_tcp", b"local")
      for n in range(10000):
        me = name(b"fake%d" % n, b"_corkboard", b"_tcp", b"local")
        host = name(b"fake%d" % n, b"local")
        text = b"".join(bytes([len(t)]) + t for t in (b"v=1", b"id=%032x" % (n + 1)))
        s.sendto(struct.pack(">HHHHHH", 0, 0x8400, 0, 4, 0, 0)
          + record(kind, 12, 4500, me) + record(me, 33, 4500, struct.pack(">HHH", 0, 0, 9) + host)
          + record(me, 16, 4500, text) + record(host, 1, 4500, bytes([10, 78, 1, n % 250 + 1])),
          ("224.0.0.251", 5353))
        if n == 500: open(sys.argv[1], "w").close()
        if n % 10 == 0: time.sleep(0.005)
      """
    child = try ChildProcess(
      host.launcher + ["python3", "-c", script, mark, host.address],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
      streams: [.path("/dev/null"), .path("/dev/null"), .path("/dev/null")]
    )
  }

  deinit {
    child.send(signal: SIGKILL)
    unlink(mark)
  }

  var hasBegun: Bool { access(mark, F_OK) == 0 }

  var isOver: Bool { child.look() == .exited(0) }
}

/// Listens to all that passes an interface for words of discovery.
private final class Ear {
  private let child: ChildProcess
  private let mark: String

  init(at interface: String, on host: TestNetwork.Host) throws {
    mark = "/tmp/corkboard-test-\(UInt64.random(in: .min ... .max))"
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
      s.bind((sys.argv[1], 0))
      open(sys.argv[2] + ".open", "w").close()
      while b"_corkboard" not in s.recv(9000): pass
      open(sys.argv[2] + ".heard", "w").close()
      """
    child = try ChildProcess(
      host.launcher + ["python3", "-c", script, interface, mark],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
      streams: [.path("/dev/null"), .path("/dev/null"), .path("/dev/null")]
    )
  }

  deinit {
    child.send(signal: SIGKILL)
    for end in [".open", ".heard"] { unlink(mark + end) }
  }

  var isOpen: Bool { access(mark + ".open", F_OK) == 0 }

  var hasHeard: Bool { access(mark + ".heard", F_OK) == 0 }
}

/// Somebody without any rights, on the same machine.
private enum Stranger {
  static let user: uid_t = 65_534
  static let launcher = [
    "/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
  ]

  static let canRunProgram: Bool = {
    guard getuid() == 0, access(launcher[0], X_OK) == 0, let program = try? ProgramPath.find()
    else { return false }
    let result = try? output(of: launcher + [program, "--version"], environment: [:])
    return result?.status == .exited(0)
  }()
}
