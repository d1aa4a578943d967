import SessionCore

extension PeerHost {
  /// Takes what the socket gave: the handshake first, then what the other side's program wrote.
  func hear(_ link: Link, _ bytes: UnsafeRawBufferPointer) {
    var plain: [UInt8] = []
    var rest = bytes[...]
    var outcome = SecureSession.Outcome.wantsInput
    // In pieces: the memory that a session needs for more is never given back.
    while !rest.isEmpty, outcome == .wantsInput {
      let piece = rest.prefix(Limits.pieceBytes)
      rest = rest.dropFirst(piece.count)
      guard link.hear(UnsafeRawBufferPointer(rebasing: piece)) else { return end(link) }
      if !link.isSecure, !secure(link) { continue }
      if link.isClosing || links[link.id] == nil { return }
      outcome = link.takePlain(into: &plain, through: plainScratch.bytes)
    }
    if !plain.isEmpty { feed(.received(link.id, plain)) }
    switch outcome {
    case .wantsInput: break
    case .done, .closed: end(link)
    case .failed: fail(link)
    }
  }

  /// Goes on with the handshake; true once it is done and the peer knows whom it deals with.
  func secure(_ link: Link) -> Bool {
    if link.isClosing { return false }
    let (outcome, device) = link.handshake()
    markDirty(link)
    guard outcome != .wantsInput else { return false }
    handshaking.removeAll { $0 == link.id }
    guard outcome == .done(0), let device, let binding = link.binding,
      let endpoint = link.endpoint
    else {
      fail(link)
      return false
    }
    if link.isDialled {
      feed(.linkOpened(link.id, device: device, binding: binding))
    } else {
      let since = moment(of: link.began)
      feed(
        .linkAccepted(link.id, from: endpoint, device: device, binding: binding, since: since)
      )
    }
    return true
  }

  /// The other side is not what it should be: its last word of TLS goes out, then the link ends.
  private func fail(_ link: Link) {
    guard links[link.id] != nil, !link.isClosing else { return }
    link.dropOutbox()
    link.isClosing = true
    markDirty(link)
    pending.append(.linkClosed(link.id, link.isOtherDevice ? .otherDevice : .foreign))
  }

  // MARK: Those who take their time

  /// When the oldest unfinished handshake is given up.
  var handshakeEnd: UInt64? {
    handshaking.first.flatMap { links[$0] }.map { $0.began + Limits.handshake }
  }

  /// Ends accepted links that have not finished their handshake in time.
  func endSlowHandshakes(_ now: UInt64) {
    while let due = handshakeEnd, due <= now, let link = links[handshaking[0]] { end(link) }
  }
}
