import BoardCore
import BoardUI

/// The words of the command line: which command, and what it takes.
extension Options {
  func action(_ words: [String]) throws(UsageError) -> Action {
    let action = try chosenAction(words)
    let allowed: Set<String> =
      switch action {
      case .command(.boards), .peers: ["--json"]
      case .command(.list): ["--json", "--board"]
      case .command(.add): ["--board"]
      case .command(.export): ["--at", "--board", "--format"]
      case .command(.history): ["--json", "--board"]
      case .command(.deleteHistory): ["--board", "--delete"]
      case .command(.importFile): ["--into"]
      case .joinByLink: []
      case .open, .invite, .join, .doctor, .showVersion, .showHelp: []
      }
    if let extra = commandOptions.keys.sorted().first(where: { !allowed.contains($0) }) {
      let delete = allowed.contains("--delete") ? " --delete" : ""
      throw UsageError("\(extra) does not go with \(Self.name(words))\(delete)")
    }
    for option in ["--board", "--into"] where commandOptions[option] == "" {
      throw UsageError("\(option) needs a board's name")
    }
    return action
  }

  private static func name(_ words: [String]) -> String {
    words.first.map { "corkboard \($0.visible)" } ?? "corkboard alone"
  }

  private func chosenAction(_ words: [String]) throws(UsageError) -> Action {
    let rest = Array(words.dropFirst())
    let board = commandOptions["--board"]
    let isJSON = commandOptions["--json"] != nil
    switch words.first {
    case nil: return .open(nil)
    case "help":
      try Self.none(rest, "help")
      return .showHelp
    case "open": return .open(try Self.checkedTitle(Self.one(rest, "open", "the board's name")))
    case "invite", "join":
      let verb = words[0]
      if verb == "join", rest.isEmpty { return .joinByLink }
      guard !rest.contains(where: PastedLink.isLink) else {
        throw UsageError(
          "an invitation link is a secret, and arguments can be seen by everybody on this machine;"
            + " type corkboard join and paste it there"
        )
      }
      let address = try Self.one(rest, verb, "one address, such as 192.168.1.20")
      return verb == "invite" ? .invite(address) : .join(address)
    case "peers":
      try Self.none(rest, "peers")
      guard !isDiscoveryOff else {
        throw UsageError("corkboard peers listens on the network, so not with --no-discovery")
      }
      return .peers(isJSON: isJSON)
    case "doctor":
      try Self.none(rest, "doctor")
      return .doctor
    case "boards":
      try Self.none(rest, "boards")
      return .command(.boards(isJSON: isJSON))
    case "ls":
      try Self.none(rest, "ls")
      return .command(.list(isJSON: isJSON, board: board))
    case "add":
      let text = try Self.one(rest, "add", "the text in quotes, or - for standard input")
      return .command(.add(text: text == "-" ? nil : text, board: board))
    case "export":
      try Self.none(rest, "export")
      return .command(.export(try format(), at: try moment(), board: board))
    case "history":
      try Self.none(rest, "history")
      if commandOptions["--delete"] != nil { return .command(.deleteHistory(board: board)) }
      return .command(.history(isJSON: isJSON, board: board))
    case "import":
      let path = try Self.one(rest, "import", "one file that corkboard export wrote")
      return .command(.importFile(path, into: commandOptions["--into"]))
    case let name?:
      guard rest.isEmpty else {
        throw UsageError("unknown command \(name.visible)")
      }
      return .open(try Self.checkedTitle(name))
    }
  }

  /// A number or a time, as `CommandRunner.past` reads it.
  private func moment() throws(UsageError) -> String? {
    guard let text = commandOptions["--at"] else { return nil }
    guard Int64(text) != nil || CalendarTime(text) != nil else {
      throw UsageError(
        "--at takes a number that corkboard history lists, or a time in UTC such as"
          + " 2026-03-01T09:05:00Z, not \(text.visible)"
      )
    }
    return text
  }

  private func format() throws(UsageError) -> BoardExport.Format {
    let all = BoardExport.Format.allCases.map(\.rawValue).joined(separator: "|")
    guard let name = commandOptions["--format"] else {
      throw UsageError("corkboard export needs --format \(all)")
    }
    guard let format = BoardExport.Format(rawValue: name) else {
      throw UsageError("corkboard export knows no format \(name.visible), but \(all)")
    }
    return format
  }

  private static func one(
    _ words: [String],
    _ verb: String,
    _ what: String
  ) throws(UsageError) -> String {
    guard words.count == 1, !words[0].isEmpty else {
      throw UsageError("corkboard \(verb) needs \(what)")
    }
    return words[0]
  }

  private static func none(_ words: [String], _ verb: String) throws(UsageError) {
    guard let word = words.first else { return }
    throw UsageError("corkboard \(verb) takes no \(word.visible)")
  }

  private static func checkedTitle(_ title: String) throws(UsageError) -> String {
    guard !title.isEmpty else { throw UsageError("a board's name is not empty") }
    guard title.utf8.count <= BoardLimits.titleBytes else {
      throw UsageError("a board's name has at most \(BoardLimits.titleBytes) bytes")
    }
    return title
  }

  static let help = """
    corkboard — a sticky-note board that people on one LAN share in the terminal

    corkboard                  open your own board: the last that you opened by name, made or imported
    corkboard BOARD            open the board of that name, also one that was shared, else a new one
    corkboard open BOARD       the same for a name that is a command
    corkboard invite ADDRESS   open the board and invite whoever is at that address
    corkboard join ADDRESS     ask whoever is at that address to be let in
    corkboard join             come in by an invitation link: paste it when asked, or pipe it in

    corkboard peers [--json]             say who is on the network: name, device, addresses, port, age
    corkboard doctor                     say what works here and what to do about what does not
    corkboard boards [--json]            list the boards
    corkboard ls [--json]                list the notes
    corkboard add TEXT | add -           add a note; - reads standard input; prints the note's id
    corkboard export --format FORMAT     write the board as json, csv, md, svg or txt
                     [--at MOMENT]       as it was: a number or a time that history lists
    corkboard history [--json]           list the moments that are kept of the board's past
    corkboard history --delete           delete that past; the board itself stays as it is
    corkboard import FILE [--into NAME]  make a new board of exported json or csv, or add to one

    --board NAME      the board that ls, add, export and history mean (else the one used last)
    --name NAME       the name that others see (else CORKBOARD_NAME, else the login name)
    --port PORT       listen on exactly this port, TCP and UDP (else 26752 or the next free one)
    --profile NAME    a data folder of its own, for a second program on one machine
    --no-discovery    announce nothing on the network and listen for nobody: invite by address
    --version, --help

    A board's name is its title, the beginning of its title, or of its id (four digits or more).
    An address is a host name, 192.168.1.20, 192.168.1.20:26753 or [fe80::1%eth0].
    Exit status: 0 done, 1 failed, 2 usage or no terminal, 3 nobody reachable, 4 declined.
    All traffic is encrypted. Press ? on the board for its keys.
    """
}
