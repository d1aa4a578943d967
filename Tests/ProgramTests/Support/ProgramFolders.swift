import Foundation

/// A person's folders for one test: a temporary home and what follows from it.
///
/// Removed at the end.
final class ProgramFolders: Sendable {
  /// A short path, because sockets have one.
  let home: String
  private let data: String
  private let hasRuntimeFolder: Bool
  /// Where the sockets of programs are, from the home folder.
  let runtime: String

  /// `longData` and `longRuntime` make folders whose paths are longer than a socket's address.
  init(hasRuntimeFolder: Bool = false, longData: Bool = false, longRuntime: Bool = false) {
    let long = String(repeating: "long", count: 40)
    runtime = longRuntime ? "/run/" + long : "/run"
    self.hasRuntimeFolder = hasRuntimeFolder
    home = "/tmp/corkboard-test-\(UInt32.random(in: .min ... .max))"
    data = longData ? "/data/" + long : "/data"
    for folder in ["", "/config", "/data", data, "/state", "/cache", "/tmux", "/run", runtime] {
      mkdir(home + folder, 0o700)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: home)
  }

  /// The whole environment of a program that lives in these folders.
  var environment: [String: String] {
    var all = [
      "HOME": home,
      "XDG_CONFIG_HOME": home + "/config",
      "XDG_DATA_HOME": home + data,
      "XDG_STATE_HOME": home + "/state",
      "XDG_CACHE_HOME": home + "/cache",
      "TMUX_TMPDIR": home + "/tmux",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "LANG": "C.UTF-8",
      "SHELL": "/bin/sh",
    ]
    if hasRuntimeFolder { all["XDG_RUNTIME_DIR"] = home + runtime }
    return all
  }
}

/// Arguments that keep the programs of many tests out of each other's way.
enum ProgramArguments {
  /// No discovery, and a port that nobody else is likely to have.
  static func quiet() -> [String] { ["--no-discovery", "--port", "\(port())"] }

  /// A port outside those that the system gives away by itself.
  static func port() -> Int { .random(in: 10_240..<32_000) }
}

/// What a test needs and does not find, with what to do about it.
struct Missing: Error, CustomStringConvertible {
  let description: String
}

/// Where the program under test is.
enum ProgramPath {
  /// The environment variable CORKBOARD, else the program built beside this test.
  static func find() throws -> String {
    if let path = ProcessInfo.processInfo.environment["CORKBOARD"] { return path }
    let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let near = ([test] + CommandLine.arguments).compactMap { path -> String? in
      guard let slash = path.lastIndex(of: "/") else { return nil }
      return path[..<slash] + "/corkboard"
    }
    let parents = near.map { path in
      path.replacing(/\/corkboardPackageTests.xctest\/.*$/, with: "/corkboard")
    }
    if let path = (near + parents).first(where: { access($0, X_OK) == 0 && !isFolder($0) }) {
      return path
    }
    throw Missing(description: "no corkboard beside the test: swift build, or set CORKBOARD")
  }

  private static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}
