import FoundationEssentials
import Glibc
import OpenGroupActivities

/// Takes part in a session without a screen: what the lab and the benches of the network drive.
///
/// `SessionTwin --name NAME [--port PORT] [--folder FOLDER] [--loopback]
/// [--discovery]`: commands are lines on its
/// input (`Command`), events are JSON objects, one a line, on its output. Whoever comes is let in.
/// With a folder, its key and its way back into a session are kept there. It ends with its input.
@main
enum SessionTwin {
  static func main() async {
    do {
      let options = try TwinOptions(CommandLine.arguments.dropFirst())
      let twin = try Twin(options)
      Report.write(.ready(port: twin.people.port))
      await twin.run()
    } catch {
      Report.write(.failed("\(error)"))
      exit(1)
    }
  }
}

/// How a twin is started.
struct TwinOptions {
  var name = "twin"
  var port = PeopleSettings.Port.preferred(PeopleSettings.defaultPort)
  var folder: String?
  var isLoopbackOnly = false
  var usesDiscovery = false

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let option = rest.popFirst() {
      switch option {
      case "--loopback": isLoopbackOnly = true
      case "--discovery": usesDiscovery = true
      case "--name": name = try Self.value(&rest, of: option)
      case "--folder": folder = try Self.value(&rest, of: option)
      case "--port":
        guard let number = UInt16(try Self.value(&rest, of: option)) else {
          throw TwinError(text: "--port takes a number")
        }
        port = number == 0 ? .any : .fixed(number)
      default: throw TwinError(text: "\(option) is no option")
      }
    }
  }

  private static func value(_ rest: inout ArraySlice<String>, of option: String) throws -> String {
    guard let value = rest.popFirst() else { throw TwinError(text: "\(option) takes a value") }
    return value
  }

  /// The settings of the runtime, with what earlier runs kept.
  func settings() throws -> PeopleSettings {
    var settings = PeopleSettings(name: name, deviceName: "\(name)-host")
    settings.port = port
    settings.loopbackOnly = isLoopbackOnly
    settings.usesDiscovery = usesDiscovery
    settings.activities = [Exercise.self]
    guard let folder else { return settings }
    let keyPath = "\(folder)/device.key"
    if let kept = try? Data(contentsOf: URL(filePath: keyPath)) {
      settings.deviceKey = DeviceKey(bytes: Array(kept))
    } else {
      let key = DeviceKey()
      try Data(key.bytes).write(to: URL(filePath: keyPath))
      settings.deviceKey = key
    }
    let sessionPath = "\(folder)/session"
    settings.storedSession = try? Data(contentsOf: URL(filePath: sessionPath))
    settings.onStoreSession = { record in
      if let record {
        try? record.write(to: URL(filePath: sessionPath), options: .atomic)
      } else {
        unlink(sessionPath)
      }
    }
    return settings
  }
}

/// What went wrong, for the one line that is printed.
struct TwinError: Error, CustomStringConvertible {
  let text: String

  var description: String { text }
}

/// What twins do together.
struct Exercise: GroupActivity, Sendable {
  var metadata: GroupActivityMetadata {
    var metadata = GroupActivityMetadata()
    metadata.title = "Exercise"
    metadata.subtitle = "for the lab"
    return metadata
  }
}
