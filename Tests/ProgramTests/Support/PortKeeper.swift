import Foundation

/// Somebody who has a port, UDP and TCP, and shares it with nobody, or in one way.
final class PortKeeper {
  private let child: ChildProcess
  private let mark: String

  /// `sharing` is the option of the socket that lets others have the port, too.
  init(_ port: Int, on host: TestNetwork.Host, sharing: String? = nil) throws {
    mark = "/tmp/corkboard-test-\(UInt64.random(in: .min ... .max))"
    let script = """
      import socket, sys, time
      kept = []
      for family in (socket.AF_INET, socket.AF_INET6):
        for kind in (socket.SOCK_DGRAM, socket.SOCK_STREAM):
          s = socket.socket(family, kind)
          if family == socket.AF_INET6: s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
          for option in sys.argv[3:]:
            s.setsockopt(socket.SOL_SOCKET, getattr(socket, option), 1)
          s.bind(("", int(sys.argv[1])))
          if kind == socket.SOCK_STREAM: s.listen()
          kept.append(s)
      open(sys.argv[2], "w").close()
      time.sleep(120)
      """
    child = try ChildProcess(
      host.launcher + ["python3", "-c", script, "\(port)", mark] + (sharing.map { [$0] } ?? []),
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
      streams: [.path("/dev/null"), .path("/dev/null"), .path("/dev/null")]
    )
  }

  deinit {
    child.send(signal: SIGKILL)
    unlink(mark)
  }

  var isReady: Bool { access(mark, F_OK) == 0 }
}
