extension Peer {
  /// Only what comes over the current link of a member is heard.
  mutating func received(
    _ datagram: Datagram,
    on id: LinkID,
    isNewest: Bool,
    from source: Endpoint
  ) {
    guard case .member(let device) = links[id]?.stage, session?.members[device]?.link == id else {
      return
    }
    if isNewest { session?.members[device]?.path?.endpoint = source }
    switch datagram.kind {
    case .probe: sendDatagram(.echo, datagram.payload, to: device)
    case .echo:
      if session?.members[device]?.path?.isUp == false { session?.needsPeople = true }
      session?.members[device]?.path?.echoed(at: now)
    case .message: deliver(datagram.payload, from: device, .unreliable)
    }
  }

  mutating func sendDatagram(_ kind: Datagram.Kind, _ payload: [UInt8], to device: DeviceID) {
    guard let member = session?.members[device], let link = member.link, let path = member.path
    else { return }
    let datagram = Datagram(kind: kind, payload: payload)
    effects.append(.sendDatagram(link, datagram, index: path.index, to: path.endpoint))
  }

  mutating func probe(_ device: DeviceID) {
    let wasUp = session?.members[device]?.path?.isUp
    sendDatagram(.probe, [], to: device)
    session?.members[device]?.path?.probed(at: now)
    if session?.members[device]?.path?.isUp != wasUp { session?.needsPeople = true }
  }
}
