import Glibc
import OpenGroupActivities

/// Looks at all that corkboard needs of a machine, and says what to do about what is missing.
///
/// Changes nothing: ports are let go again, and no file is made.
struct Doctor {
  let options: Options
  var report = DoctorReport()

  init(_ options: Options) { self.options = options }

  /// Prints the report; status 1 when something is broken.
  static func run(_ options: Options) -> Int32 {
    var doctor = Doctor(options)
    doctor.lookAtAddresses()
    doctor.lookAtPorts()
    doctor.lookAtFirewall()
    doctor.lookAtDiscovery()
    doctor.lookAtStorage()
    doctor.lookAtTerminal()
    do {
      try StandardOutput.write(doctor.report.text)
    } catch {
      Surroundings.writeError("corkboard: \(error.message)")
      return Main.Status.failed
    }
    return doctor.report.hasProblem ? Main.Status.failed : Main.Status.done
  }

  // MARK: Addresses and ports

  private mutating func lookAtAddresses() {
    let addresses = People.ownAddresses
    let isAlone = addresses.allSatisfy { $0.hasPrefix("127.") || $0 == "::1" }
    if isAlone {
      report.add(
        .problem,
        "addresses",
        "this machine is on no network",
        advice: "connect a cable or Wi-Fi; on this machine alone, 127.0.0.1 works"
      )
    } else {
      report.add(.fine, "addresses", addresses.joined(separator: ", "))
    }
  }

  private mutating func lookAtPorts() {
    let wanted = options.port ?? PeopleSettings.defaultPort
    let isOwn = Surroundings.dataFolder(profile: options.profile)
      .map { CommandClient(folder: $0, patience: 1) != nil }
    let last = options.port ?? wanted + 40
    var taken: PeopleError?
    for port in wanted...last {
      do {
        try People.checkPort(port)
        guard let taken else {
          return report.add(.fine, "ports", "\(port) is free, TCP and UDP")
        }
        if isOwn ?? false {
          return report.add(
            .fine,
            "ports",
            "a corkboard of yours is open; another one takes \(port)"
          )
        }
        return report.add(
          .note,
          "ports",
          "\(taken)",
          advice: "corkboard takes \(port); others must type that number after the address"
        )
      } catch {
        taken = taken ?? error
      }
    }
    report.add(
      .problem,
      "ports",
      taken.map { "\($0)" } ?? "no port is free",
      advice: "free the port, or choose one with --port"
    )
  }

  // MARK: Discovery

  private mutating func lookAtDiscovery() {
    guard !options.isDiscoveryOff else {
      return report.add(.note, "discovery", "not looked at: --no-discovery")
    }
    let (heard, state) = PeersCommand.listen(profile: options.profile)
    switch state {
    case .running where heard.isEmpty:
      report.add(
        .note,
        "discovery",
        "port 5353 works; no corkboard was heard in two seconds",
        advice: "start one elsewhere; if it stays silent, that network keeps multicast from"
          + " passing: invite by address"
      )
    case .running:
      let names = heard.map { "\($0.name) at \($0.addresses.first ?? "?")" }
      report.add(.fine, "discovery", "heard: " + names.joined(separator: ", "))
    case .noNetwork:
      report.add(.note, "discovery", "waits for a network; it begins as soon as there is one")
    case .refused:
      report.add(
        .problem,
        "discovery",
        "\(state)",
        advice: "with avahi-daemon: disallow-other-stacks=no in /etc/avahi/avahi-daemon.conf"
      )
    case .off:
      report.add(.note, "discovery", "\(state)")
    }
  }
}
