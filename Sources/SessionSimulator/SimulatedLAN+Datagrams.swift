import SessionCore

extension SimulatedLAN {
  /// Seals a datagram with the keys of its link and gives it to the network.
  mutating func send(
    _ datagram: Datagram,
    on link: LinkID,
    index: UInt32,
    to endpoint: Endpoint,
    from host: Int
  ) {
    guard let stream = hosts[host].streams[link],
      let target = hosts.firstIndex(where: { $0.endpoint == endpoint })
    else { return }
    expectGuest(on: stream, from: host)
    let end = streams[stream].end(of: link)
    var sealer = streams[stream].ends[end].sealer
    let packet = sealer.seal(datagram, index: index, at: now) { epoch in
      let key = streams[stream].datagramKey(from: end, epoch)
      // With the order of numbers under each key, no number comes twice with any key.
      precondition(usedKeys.insert(key).inserted, "a key was made twice for sealing")
      return SimulatedCipher(key: key)
    }
    streams[stream].ends[end].sealer = sealer
    guard let packet, !isBlocked(host, target), let departure = departure(packet.count, of: host)
    else { return }
    for _ in 0..<faults.copies(&random) {
      let moment = departure + random.duration(in: faults.datagramDelay)
      queue.add(.datagram(host: target, packet, source: hosts[host].endpoint), at: moment)
    }
  }

  /// Opens a packet with the keys of the link that it names; anything else is met with silence.
  mutating func receive(_ packet: [UInt8], at host: Int, from source: Endpoint) {
    guard let peer = hosts[host].peer, let index = DatagramHeader(packet)?.index else { return }
    let link = peer.link(named: index)
    guard let stream = hosts[host].streams[link] else { return }
    let end = streams[stream].end(of: link)
    var opener = streams[stream].ends[end].opener
    let opened = opener.open(packet, at: now) {
      SimulatedCipher(key: streams[stream].datagramKey(from: 1 - end, $0))
    }
    streams[stream].ends[end].opener = opener
    guard let opened else { return }
    streams[stream].ends[end].sealer.answered()
    let input = PeerInput.datagram(
      link,
      opened.datagram,
      isNewest: opened.isNewest,
      from: source
    )
    self.input(input, to: host)
  }
}
