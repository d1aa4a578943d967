extension Peer {
  /// Only datagrams that bear a token of ours are looked at; all others are met with silence.
  mutating func datagram(_ bytes: [UInt8], _ source: Endpoint) {
    guard let datagram = Datagram(bytes), let id = linksByToken[datagram.token],
      case .member(let device) = links[id]?.stage,
      session?.members[device]?.path?.accept(datagram, from: source) ?? false
    else { return }
    switch datagram.kind {
    case .probe: sendDatagram(.echo, datagram.payload, to: device)
    case .echo:
      if session?.members[device]?.path?.isUp == false { session?.needsPeople = true }
      session?.members[device]?.path?.echoed(at: now)
    case .message: deliver(datagram.payload, from: device, .unreliable)
    }
  }

  mutating func sendDatagram(_ kind: Datagram.Kind, _ payload: [UInt8], to device: DeviceID) {
    guard let endpoint = session?.members[device]?.path?.endpoint,
      let bytes = session?.members[device]?.path?.datagram(kind, payload)
    else { return }
    effects.append(.sendDatagram(bytes, to: endpoint))
  }

  mutating func probe(_ device: DeviceID) {
    let wasUp = session?.members[device]?.path?.isUp
    sendDatagram(.probe, [], to: device)
    session?.members[device]?.path?.probed(at: now)
    if session?.members[device]?.path?.isUp != wasUp { session?.needsPeople = true }
  }
}
