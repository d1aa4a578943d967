// Built together with all of SessionCore, so that its decoders are covered by the fuzzer.

/// Any bytes as the header of a datagram and as a stream of frames that arrives in two pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSession(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let header = DatagramHeader(bytes) {
    precondition(bytes.starts(with: header.encoded), "two forms of one header")
  }
  var opener = DatagramOpener<OpenCipher>()
  for cut in [bytes.count, bytes.count / 2] {
    _ = opener.open(Array(bytes.suffix(cut)), at: .start) { _ in OpenCipher() }
  }
  var reader = ByteReader(bytes)
  if let frame = try? Frame(from: &reader) { _ = frame.encoded() }
  var decoder = FrameDecoder()
  let half = Int(bytes.first ?? 0) % (bytes.count + 1)
  for piece in [bytes.prefix(half), bytes.dropFirst(half)] {
    decoder.append(Array(piece))
    while let frame = try? decoder.next() { _ = frame.encoded() }
  }
  return 0
}

/// Opens everything, so that what stands behind it is reached.
private struct OpenCipher: OpeningCipher {
  func open(
    _ sealed: ArraySlice<UInt8>,
    header: ArraySlice<UInt8>,
    counter: UInt64
  ) -> [UInt8]? {
    Array(sealed)
  }
}

/// Everything that two peers write while one is let in, talks and leaves, stream by stream, frame by
/// frame and packet by packet.
func seeds() -> [[UInt8]] {
  var pair = PeerPair()
  pair.talk()
  // The fuzzer's first byte says where a stream is cut; frames are also read without their length.
  let frames = pair.frames.flatMap { frame in [frame, Array(frame.dropFirst(4))] }
  return frames + pair.streams + pair.packets
}

/// Two peers with nothing between them.
private struct PeerPair {
  private var peers: [Peer]
  private var now = Moment.start
  private var waiting: [(to: Int, PeerInput)] = []
  private(set) var frames: [[UInt8]] = []
  private(set) var streams: [[UInt8]] = [[], []]
  private(set) var packets: [[UInt8]] = []
  private let place = Endpoint(address: [10, 0, 0, 2], port: 26_752)

  init() {
    peers = [1, 2].map { (number: UInt64) -> Peer in
      Peer(
        signer: Self.signer(number),
        name: "Grüße \(number)",
        deviceName: "laptop",
        settings: PeerSettings(),
        cryptography: Self.cryptography,
        seed: number,
        secret: [UInt8(number)]
      )
    }
  }

  /// Keys that are their device's number, and signatures that are all the same.
  private static func signer(_ number: UInt64) -> Signer {
    let key = [UInt8](repeating: 0, count: 15) + [UInt8(number)] + [UInt8](repeating: 0, count: 16)
    return Signer(publicKey: key) { _ in [UInt8](repeating: 7, count: Signer.signatureBytes) }
  }

  private static let cryptography = Cryptography(
    hash: { bytes in
      [1, 2, 3, 4].flatMap { lane in
        withUnsafeBytes(of: (bytes + [lane]).shortHash.bigEndian) { Array($0) }
      }
    },
    device: { DeviceID($0.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }) },
    isSigned: { $1 == [UInt8](repeating: 7, count: Signer.signatureBytes) && $0 != $2 }
  )

  mutating func talk() {
    let session = SessionID(founder: DeviceID(1), salt: 77, Self.cryptography)
    var activity = ActivityRecord(identifier: "board", content: [1, 2, 3], title: "Retro")
    give(0, .activate(salt: 77, activity))
    give(0, .join(session))
    give(1, .knock(RequestID(1), activityIdentifier: "board", [place]))
    give(1, .cancel(RequestID(1)))
    give(0, .invite(RequestID(2), session, activity, [place]))
    give(1, .join(session))
    activity.subtitle = "3 notes"
    give(0, .updateActivity(session, activity))
    give(1, .rename("Bo"))
    for delivery in [.reliable, .unreliable] as [Delivery] {
      give(0, .send(session, payload: [4, 5, 6], to: .all, delivery: delivery))
      pass(.seconds(3))
    }
    give(1, .leave(session))
    give(0, .end(session))
    pass(.seconds(3))
  }

  private mutating func pass(_ duration: Duration) {
    let end = now + duration
    while now < end {
      now = now + .milliseconds(250)
      for number in peers.indices { give(number, .woke) }
    }
  }

  /// Gives an input, and all that comes of it.
  private mutating func give(_ number: Int, _ input: PeerInput) {
    waiting.append((number, input))
    while !waiting.isEmpty {
      let (number, input) = waiting.removeFirst()
      var effects: [PeerEffect] = []
      peers[number].receive(input, at: now, into: &effects)
      for effect in effects { carryOut(effect, of: number) }
    }
  }

  /// A link has one number at both ends: its dialler's, with the other's bit set.
  private func other(_ link: LinkID) -> LinkID { LinkID(link.rawValue ^ 1 << 40) }

  private mutating func carryOut(_ effect: PeerEffect, of number: Int) {
    let device = DeviceID(UInt128(number + 1))
    let listener = 1 - number
    switch effect {
    case .openLink(let link, _, _):
      waiting.append(
        (
          listener,
          .linkAccepted(other(link), from: place, device: device, binding: [1], since: now)
        )
      )
      waiting.append((number, .linkReached(link)))
      waiting.append(
        (number, .linkOpened(link, device: DeviceID(UInt128(listener + 1)), binding: [1]))
      )
    case .write(let link, let bytes):
      frames.append(bytes)
      streams[number] += bytes
      waiting.append((listener, .received(other(link), bytes)))
    case .closeLink(let link):
      waiting.append((listener, .linkClosed(other(link))))
      waiting.append((number, .linkClosed(link)))
    case .sendDatagram(let link, let datagram, let index, _):
      let counter = UInt64(packets.count + 1)
      let header = DatagramHeader(kind: datagram.kind, epoch: 1, index: index, counter: counter)
      packets.append(header.encoded + datagram.payload + Array(repeating: 0, count: 16))
      waiting.append((listener, .datagram(other(link), datagram, isNewest: true, from: place)))
    case .event(.visitor(let visitor)):
      waiting.append((number, .answer(visitor.id, accept: true)))
    case .store, .event: break
    }
  }
}
