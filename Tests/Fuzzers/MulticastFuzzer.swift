// Built together with all of SessionCore, so that its decoders are covered by the fuzzer.

/// Any bytes as a message of multicast DNS: what is read can be written, and is read as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMulticast(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let message = try? DNSMessage(encoded: bytes) else { return 0 }
  guard let again = message.encoded(limit: .max) else { return 0 }
  if again.count <= DNSMessage.byteLimit {
    precondition((try? DNSMessage(encoded: again)) == message, "two forms of one message")
  }
  discover(bytes)
  return 0
}

/// A device that hears the bytes from three machines in turn, and then time passes.
private func discover(_ bytes: [UInt8]) {
  let settings = DiscoverySettings(device: DeviceID(1), name: "Ada", deviceName: "den", port: 1)
  var discoverer = Discoverer(settings, seed: 1)
  let address = LocalInterface.Address([10, 0, 0, 1], prefixLength: 24)
  let interface = LocalInterface(index: 2, name: "eth0", addresses: [address])
  var now = Moment.start
  var effects: [DiscoveryEffect] = []
  discoverer.receive(.interfaces([interface]), at: now, into: &effects)
  for turn in UInt8(0)..<12 {
    let source = Endpoint(address: [10, 0, 0, 2 + turn % 3], port: 5353)
    let channel = DiscoveryChannel(2, .ipv4)
    discoverer.receive(.packet(bytes, channel, from: source), at: now, into: &effects)
    let end = now + .milliseconds(turn < 6 ? 400 : 20_000)
    var wakes = 0
    while let due = discoverer.nextDeadline, due <= end {
      now = max(now, due)
      discoverer.receive(.woke, at: now, into: &effects)
      wakes += 1
      precondition(wakes < 2_000, "it never rests")
    }
    now = end
  }
  for effect in effects {
    switch effect {
    case .nearby(let devices): precondition(devices.count <= 256, "too many devices")
    case .send(let packet, _):
      precondition(packet.count <= DNSMessage.writtenLimit, "too long a packet")
      precondition((try? DNSMessage(encoded: packet)) != nil, "it sends what nobody can read")
    }
  }
  precondition(effects.count < 2_000, "it says too much")
}

/// A question, an answer with a record of each kind, and a goodbye, with and without a common end of
/// their names.
func seeds() -> [[UInt8]] {
  let flat = DNSName("host.local") ?? .root
  let service = DNSName("_oga._tcp.local") ?? .root
  let instance = DNSName("Ada._oga._tcp.local") ?? .root
  let contents: [DNSRecord.Content] = [
    .a([10, 0, 0, 1]), .aaaa(Array(repeating: 0xFE, count: 16)), .ptr(instance),
    .srv(priority: 1, weight: 2, port: 26_752, target: flat), .txt([Array("v=1".utf8), [0]]),
    .nsec(next: flat, kinds: [1, 28, 255]), .other(kind: 13, [1, 2]),
  ]
  let records = contents.map {
    DNSRecord(instance, $0, timeToLive: 120, flushesCache: true)
  }
  let asked = DNSQuestion(service, kind: DNSRecord.Kind.ptr, wantsUnicast: true)
  var messages = records.map { DNSMessage(isResponse: true, answers: [$0]) }
  messages.append(DNSMessage(isResponse: false, questions: [asked], authorities: records))
  messages.append(DNSMessage(isResponse: true, answers: records, additionals: records))
  return messages.compactMap { $0.encoded() }
}
