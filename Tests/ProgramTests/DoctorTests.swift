import Foundation
import Testing

/// What `corkboard doctor` says of machines in different states.
@Suite(.timeLimit(.minutes(2)))
struct DoctorTests {
  @Test(.enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
  func `a machine that lacks nothing is well, and the doctor says who was heard`() async throws {
    let network = try TestHosts(2)
    let ada = try Person("Ada", on: network.hosts[0], isFound: true)
    _ = try await ada.program.wait(forText: "BOARD")
    let folders = ProgramFolders()
    let shell = Shell(folders)
    #expect(try shell.run("add", "kept").status == 0)
    try await eventually("Ada to be heard", within: .seconds(20)) {
      let heard = try Shell().run(["peers"], on: network.hosts[1])
      return heard.output.contains("Ada") ? true : nil
    }
    let program = try TmuxProgram(
      folders,
      ["doctor"],
      columns: 100,
      environment: ["COLORTERM": "truecolor"],
      launcher: network.hosts[1].launcher
    )
    #expect(try await program.waitForEnd() == .exited(0))
    let said = try program.history()
    for line in [
      "ok       addresses  10.78.0.2, fe80::", "ok       ports      26752 is free, TCP and UDP",
      "ok       discovery  heard: Ada at 10.78.0.1", "MiB free", "ok       boards     1 board can",
      "ok       terminal   TERM=tmux-256color, 24-bit colors",
      "ok       terminal   100×24, UTF-8 on",
    ] {
      #expect(said.contains(line), "\(line) in\n\(said)")
    }
    #expect(!said.contains("problem"))
  }

  @Test(.enabled(if: TestNetwork.obstacle == nil, "needs root and ip"))
  func `each thing that is broken is named with what to do, and the status is 1`() async throws {
    let network = try TestHosts(1)
    let host = network.hosts[0]
    let keepers = [try PortKeeper(5353, on: host), try PortKeeper(26_780, on: host)]
    try await eventually("the ports to be taken") { keepers.allSatisfy(\.isReady) ? true : nil }
    let folders = ProgramFolders()
    let shell = Shell(folders, adding: ["PATH": try fakeTool("nft", "", in: folders)])
    #expect(try shell.run("add", "kept").status == 0)
    chmod(folders.home + "/data/corkboard/device.key", 0o644)
    try Data("junk".utf8).write(to: URL(filePath: try folders.boardFile()))
    try Data().write(to: URL(filePath: folders.boards + "/old.sqlite.damaged-2026-03-01"))
    let report = try shell.run(["doctor", "--port", "26780"], on: host)
    #expect(report.status == 1)
    for line in [
      "problem  ports      port 26780 is in use by another program",
      "→ free the port, or choose one with --port",
      "ok       firewall   no rule keeps others out",
      "problem  discovery  discovery is off: another program keeps port 5353 to itself",
      "→ with avahi-daemon: disallow-other-stacks=no",
      "problem  storage    others on this machine can read the key", "→ chmod 600 ",
      "problem  boards     ", "ok       boards     0 boards can be read",
      "note     boards     damaged files were set aside: old.sqlite.damaged-2026-03-01",
      "note     terminal   there is none here",
    ] {
      #expect(report.output.contains(line), "\(line) in\n\(report.output)\(report.error)")
    }
  }

  @Test func `without a home nothing is kept, and the doctor makes no folder`() throws {
    let folders = ProgramFolders()
    let report = try Shell(folders).run("doctor", "--no-discovery")
    #expect(report.output.contains("made on the first run"), "\(report.output)")
    #expect(report.output.contains("note     discovery  not looked at: --no-discovery"))
    #expect(access(folders.home + "/data/corkboard", F_OK) != 0)
    #expect(try Shell(folders).run("doctor", "now").status == 2)
    #expect(try Shell(folders).run("doctor", "--json").status == 2)
  }

  @Test(
    .enabled(if: getuid() == 0, "rules show to root alone"),
    arguments: [
      ("", "ok       firewall   no rule keeps others out"),
      ("chain input {\nhook input; policy accept;\n}", "ok       firewall   no rule keeps"),
      ("chain output {\nhook output; policy drop;\n}", "ok       firewall   no rule keeps"),
      ("chain input {\nhook input; policy drop;\n}", "problem  firewall   what no rule allows"),
      (
        "chain input {\nhook input; policy drop;\ntcp dport 26000-27000 accept\n"
          + "udp dport { 5353, 26752 } accept\n}",
        "ok       firewall   rules name the ports and let them in"
      ),
      (
        "chain input {\nhook input; policy accept;\ntcp dport 26752 drop\n}",
        "problem  firewall   a rule refuses: tcp dport 26752 drop"
      ),
      ("-P INPUT DROP", "problem  firewall   what no rule allows"),
      (
        "-A INPUT -p tcp --dport 26752 -j ACCEPT\n-A INPUT -p udp --dport 5353 -j ACCEPT\n"
          + "-A INPUT -j REJECT",
        "ok       firewall   rules name the ports and let them in"
      ),
    ]
  )
  func `rules of the firewall are read`(rules: String, line: String) throws {
    let folders = ProgramFolders()
    let path = try fakeTool("nft", rules, in: folders)
    let report = try Shell(folders, adding: ["PATH": path]).run("doctor", "--no-discovery")
    #expect(report.output.contains(line), "\(report.output)")
    #expect(report.output.contains("problem") == (report.status == 1))
  }

  /// A program that prints a text, and the search path on which it comes first.
  private func fakeTool(_ name: String, _ text: String, in folders: ProgramFolders) throws -> String
  {
    let folder = folders.home + "/tools"
    mkdir(folder, 0o700)
    let script = "#!/bin/sh\ncat <<'END'\n\(text)\nEND\n"
    // By a program of its own: what a child of another test inherits open for writing, nobody can run.
    let write = "printf %s \"$SCRIPT\" > \"$TOOL\" && chmod 700 \"$TOOL\""
    let written = try output(
      of: ["/bin/sh", "-c", write],
      environment: ["SCRIPT": script, "TOOL": "\(folder)/\(name)", "PATH": "/usr/bin:/bin"]
    )
    #expect(written.status == .exited(0), "\(written.text)")
    return folder + ":/usr/local/bin:/usr/bin:/bin"
  }
}
