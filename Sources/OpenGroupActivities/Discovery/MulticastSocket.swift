import CSystem
import Glibc
import SessionCore

/// The socket of multicast DNS for one family on one interface.
///
/// It hears what is sent to the group, and never what is meant for another program on the port.
final class MulticastSocket {
  let channel: DiscoveryChannel
  let descriptor: Int32

  /// Opens and joins.
  ///
  /// - Throws: why the system refused, as an error number.
  init(_ channel: DiscoveryChannel) throws(SystemRefusal) {
    let result = cs_multicast_open(channel.interface, channel.family == .ipv6)
    guard result >= 0 else { throw SystemRefusal(number: -result) }
    descriptor = result
    self.channel = channel
  }

  deinit { close(descriptor) }

  /// Sends to the group, if the system takes it now: what gets lost is asked for again.
  func send(_ bytes: [UInt8]) {
    _ = cs_multicast_send(
      descriptor,
      channel.interface,
      channel.family == .ipv6,
      bytes,
      bytes.count
    )
  }

  /// What arrived next, with its sender; nil when nothing waits.
  ///
  /// Packets that came in elsewhere are skipped.
  func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) -> (bytes: [UInt8], from: Endpoint)? {
    while true {
      var address = SocketAddress()
      var interface: UInt32 = 0
      let count = address.withMutablePointer { pointer, _ in
        cs_multicast_receive(descriptor, buffer.baseAddress, buffer.count, pointer, &interface)
      }
      if count < 0 {
        if -count == EINTR { continue }
        return nil
      }
      guard interface == channel.interface, let from = address.endpoint else { continue }
      return (Array(buffer[..<Int(count)]), from)
    }
  }
}

/// The system said no, and why.
struct SystemRefusal: Error, Hashable {
  var number: Int32
}
