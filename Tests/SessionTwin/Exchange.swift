import FoundationEssentials
import Glibc

/// A message between twins: its number, when it was sent, and as many bytes more as are wanted.
enum Exchange {
  /// Bytes of number and time.
  static let header = 16

  static func message(_ number: UInt64, size: Int) -> Data {
    var data = Data(capacity: size)
    for value in [number, now] {
      for shift in stride(from: 0, to: 64, by: 8) {
        data.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      }
    }
    data.append(Data(repeating: 0x5A, count: max(0, size - header)))
    return data
  }

  static func read(_ data: Data) -> (number: UInt64, sent: UInt64)? {
    guard data.count >= header else { return nil }
    func value(_ start: Int) -> UInt64 {
      (0..<8).reduce(0) { $0 | UInt64(data[data.startIndex + start + $1]) << UInt64(8 * $1) }
    }
    return (value(0), value(8))
  }

  /// Nanoseconds of the machine's monotonic clock: one for all namespaces.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// What this process has taken of the machine.
enum ProcessFacts {
  static var processor: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Bytes; 0 when the system does not say.
  static var resident: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  static var descriptors: Int {
    (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 }
  }
}
