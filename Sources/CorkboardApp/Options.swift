import Glibc

/// What the command line asks for.
struct Options: Equatable {
  enum Action: Equatable {
    /// Open a board by its title; nil is the last one.
    case open(String?)
    /// Open the board and invite this address.
    case invite(String)
    /// Ask whoever is at this address to be let in.
    case join(String)
    /// Come in by a link that standard input or the person at the terminal gives.
    case joinByLink
    case command(BoardCommand)
    /// Say who is on the network.
    case peers(isJSON: Bool)
    /// Say what works on this machine, and what to do about what does not.
    case doctor
    case showVersion
    case showHelp
  }

  static let version = "0.1.0"

  var action = Action.open(nil)
  var name: String?
  /// Exactly this port, or none: others were told the number.
  var port: UInt16?
  var profile: String?
  /// The link to come in by, once it was read: never an argument, which all users can see.
  var link: String?
  /// Nothing is announced and nobody is listened for.
  var isDiscoveryOff = false
  /// The options of commands that were given, with their values.
  var commandOptions: [String: String] = [:]

  /// Reads the arguments after the program's name.
  ///
  /// - Throws: `UsageError` with a line that says what is wrong and what to type.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      try takeOption(argument, &rest)
    }
    guard action == .open(nil) else { return }
    action = try action(words)
  }

  private mutating func takeOption(
    _ argument: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = String(parts[0])
    func value() throws(UsageError) -> String {
      if parts.count == 2 { return String(parts[1]) }
      guard let next = rest.popFirst() else { throw UsageError("\(option) needs a value") }
      return next
    }
    switch option {
    case "--name": name = try Self.checkedName(try value())
    case "--port": port = try Self.checkedPort(try value())
    case "--profile": profile = try Self.checkedProfile(try value())
    case "--no-discovery": isDiscoveryOff = true
    case "--at", "--board", "--into", "--format": commandOptions[option] = try value()
    case "--json", "--delete": commandOptions[option] = ""
    case "--version": action = .showVersion
    case "--help", "-h": action = .showHelp
    default: throw UsageError("unknown option \(option.visible)")
    }
  }

  private static func checkedName(_ text: String) throws(UsageError) -> String {
    guard !text.isEmpty, text.utf8.count <= 64 else {
      throw UsageError("--name takes 1 to 64 bytes of text")
    }
    return text
  }

  private static func checkedPort(_ text: String) throws(UsageError) -> UInt16 {
    guard let port = UInt16(text), port > 0 else {
      throw UsageError("--port takes a number from 1 to 65535, not \(text.visible)")
    }
    return port
  }

  private static func checkedProfile(_ text: String) throws(UsageError) -> String {
    let isPlain = text.utf8.allSatisfy {
      (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45
        || $0 == 95
    }
    guard isPlain, (1...64).contains(text.utf8.count) else {
      throw UsageError("--profile takes 1 to 64 letters, digits, - and _, not \(text.visible)")
    }
    return text
  }
}

/// The command line makes no sense: exit status 2.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = "\(message); corkboard --help lists all" }
}

extension String {
  /// With control characters made visible: what a person typed or sent is never obeyed by a terminal.
  var visible: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{fffd}"
          case _: scalar
          }
        }
      )
    )
  }
}
