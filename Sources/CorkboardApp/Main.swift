import Glibc
import OpenGroupActivities
import Synchronization

/// The program: reads as its table of contents.
@main
enum Main {
  /// Exit statuses are a contract with scripts.
  enum Status {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let nobodyReachable: Int32 = 3
    static let declined: Int32 = 4

    /// What a knock that came to nothing means to a script.
    static func of(_ failure: InvitationError?) -> Int32 {
      switch failure {
      case .nobodyThere, .unknownHost, .lookupTimedOut, .unanswered, .lost, .otherDevice:
        nobodyReachable
      case .declined, .busy, .full, .linkOver: declined
      case .malformedAddress, .malformedLink: usage
      case .versionMismatch, .notOurKind, .oneself, .alreadyHere, .cancelled, .sessionOver,
        .notRunning, nil:
        failed
      }
    }
  }

  static func main() {
    // A file that may not grow further is an error to be told, not the end of the program.
    signal(SIGXFSZ, SIG_IGN)
    let options: Options
    do {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      stop("corkboard: \(error.message)", Status.usage)
    }
    switch options.action {
    case .showHelp: stop(Options.help, Status.done)
    case .showVersion: stop("corkboard \(Options.version)", Status.done)
    case .command(let command): exit(run(command, options))
    case .peers(let isJSON): exit(PeersCommand(options, isJSON: isJSON).run())
    case .doctor: exit(Doctor.run(options))
    case .open, .invite, .join: exit(run(options))
    case .joinByLink: exit(run(options))
    }
  }

  private static func run(_ command: BoardCommand, _ options: Options) -> Int32 {
    guard let folder = Surroundings.dataFolder(profile: options.profile) else {
      stop("corkboard: no home folder; set HOME to keep boards", Status.failed)
    }
    let runner = CommandRunner(folder: folder, name: options.name ?? Surroundings.personName)
    do {
      try runner.run(command)
      return Status.done
    } catch {
      stop("corkboard: \(BoardClerk.reason(error))", Status.failed)
    }
  }

  private static func run(_ options: Options) -> Int32 {
    var options = options
    if options.action == .joinByLink {
      do {
        options.link = try PastedLink.read()
      } catch {
        stop("corkboard: \(error.message)", Status.usage)
      }
    }
    let terminal: Terminal
    do {
      terminal = try Terminal.open(environment: Surroundings.environment)
    } catch {
      stop(error.message, Status.usage)
    }
    let shelf = Shelf.open(profile: options.profile)
    if case .open(let board?) = options.action {
      do {
        try shelf.choose(board)
      } catch {
        terminal.close()
        stop("corkboard: \(error.message)", Status.failed)
      }
    }
    // Two plain programs on one machine must not look the same to their people.
    let name = options.name ?? Surroundings.personName + (shelf.isGuest ? " (guest)" : "")
    let records = SessionRecords()
    let people: People
    do {
      people = try People.start(settings(options, name: name, shelf: shelf, records: records))
    } catch {
      terminal.close()
      stop("corkboard: \(error)", Status.failed)
    }
    let loop = EventLoop(
      terminal: terminal,
      people: people,
      shelf: shelf,
      records: records,
      options: options,
      name: name
    )
    loop.run()
    return loop.exitStatus.load(ordering: .relaxed)
  }

  private static func settings(
    _ options: Options,
    name: String,
    shelf: Shelf,
    records: SessionRecords
  ) -> PeopleSettings {
    var settings = PeopleSettings(name: name, deviceName: Surroundings.deviceName)
    if let port = options.port { settings.port = .fixed(port) }
    settings.serviceType = BoardActivity.serviceType
    settings.usesDiscovery = !options.isDiscoveryOff
    settings.deviceKey = shelf.key
    settings.storedSession = shelf.storedSession
    settings.onStoreSession = { records.add($0) }
    return settings
  }

  private static func stop(_ line: String, _ status: Int32) -> Never {
    if status == Status.done { print(line) } else { Surroundings.writeError(line) }
    exit(status)
  }
}
