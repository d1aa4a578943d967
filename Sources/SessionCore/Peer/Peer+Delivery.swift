extension Peer {
  mutating func send(
    _ id: SessionID,
    _ payload: [UInt8],
    to recipients: Recipients,
    _ delivery: Delivery
  ) {
    guard let session, session.id == id, payload.count <= WireLimits.message else { return }
    let message = LocalSession.HeldMessage(
      payload: payload,
      recipients: recipients,
      delivery: delivery
    )
    guard session.isJoined else {
      self.session?.hold(message)
      return
    }
    send(message)
  }

  /// What was sent before this peer had joined goes to whoever is there now.
  mutating func sendHeld() {
    guard let held = session?.held else { return }
    session?.held = []
    session?.heldBytes = 0
    for message in held { send(message) }
  }

  private mutating func send(_ message: LocalSession.HeldMessage) {
    guard let session else { return }
    for device in session.devices {
      guard let member = session.members[device], member.isActive else { continue }
      if case .only(let chosen) = message.recipients, !chosen.contains(member.participant) {
        continue
      }
      switch message.delivery {
      case .reliable: sendReliable(message.payload, to: device)
      case .unreliable: sendUnreliable(message.payload, to: device)
      }
    }
  }

  private mutating func sendReliable(_ payload: [UInt8], to device: DeviceID) {
    guard session?.members[device]?.queue.append(payload, at: now) ?? true else {
      return memberGone(device)
    }
    flushQueue(to: device)
  }

  /// Bytes of reliable messages that the slowest receiver has not acknowledged.
  ///
  /// Above `WireLimits.reliableQueue` a receiver counts as gone: senders that can wait stay below.
  package var reliableBacklog: Int {
    session?.members.values.reduce(0) { max($0, $1.queue.byteCount) } ?? 0
  }

  /// Writes what the current link has not seen.
  mutating func flushQueue(to device: DeviceID) {
    guard let member = session?.members[device], member.isSynced, let link = member.link else {
      return
    }
    while let (sequence, payload) = session?.members[device]?.queue.nextToWrite() {
      write(.message(sequence: sequence, payload: payload), on: link)
    }
  }

  private mutating func sendUnreliable(_ payload: [UInt8], to device: DeviceID) {
    guard let member = session?.members[device], let link = member.link else { return }
    if payload.count <= WireLimits.datagramPayload, let path = member.path, path.isUp {
      session?.members[device]?.path?.used(at: now)
      sendDatagram(.message, payload, to: device)
    } else {
      session?.members[device]?.droppable.append(payload)
      flushDroppable(on: link)
    }
  }

  /// Writes unreliable messages as long as little else waits in the link.
  mutating func flushDroppable(on id: LinkID) {
    guard case .member(let device) = links[id]?.stage else { return }
    while let waiting = links[id]?.waitingBytes, waiting <= WireLimits.droppableQueue,
      let payload = session?.members[device]?.droppable.takeFirst()
    {
      write(.droppable(payload), on: id)
    }
  }

  /// A reliable message arrives: each number once, in order.
  mutating func reliable(
    _ sequence: UInt64,
    _ payload: [UInt8],
    from device: DeviceID,
    on id: LinkID
  ) {
    guard let member = session?.members[device] else { return }
    links[id]?.owesAcknowledgement = true
    guard sequence > member.received else { return }
    // A gap cannot happen on an honest link.
    guard sequence == member.received + 1, member.isSynced else { return close(id) }
    session?.members[device]?.received = sequence
    deliver(payload, from: device, .reliable)
  }

  mutating func deliver(_ payload: [UInt8], from device: DeviceID, _ delivery: Delivery) {
    guard let session, session.isJoined, let member = session.members[device], member.isActive
    else { return }
    publish()
    effects.append(
      .event(.message(session.id, from: member.participant, payload: payload, delivery: delivery))
    )
  }

  /// One acknowledgement for all that came in one piece.
  mutating func acknowledge(on id: LinkID) {
    guard let link = links[id], link.owesAcknowledgement, case .member(let device) = link.stage
    else { return }
    links[id]?.owesAcknowledgement = false
    write(.acknowledge(through: session?.members[device]?.received ?? 0), on: id)
  }

  mutating func acknowledged(_ sequence: UInt64, by device: DeviceID) {
    session?.members[device]?.queue.acknowledge(through: sequence, at: now)
  }
}
