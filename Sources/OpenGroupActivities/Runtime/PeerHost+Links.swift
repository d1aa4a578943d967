import Glibc
import SessionCore

extension PeerHost {
  // MARK: Effects

  func openLink(_ id: LinkID, _ endpoint: Endpoint, expecting device: DeviceID?) {
    guard let descriptor = Sockets.dial(endpoint) else {
      pending.append(.linkClosed(id))
      return
    }
    adopt(Link(id, descriptor, to: endpoint, isDialled: true, expecting: device, context))
  }

  func write(_ id: LinkID, _ bytes: [UInt8]) {
    guard let link = links[id], !link.isClosing else { return }
    link.isKnown = true
    if link.write(bytes) { markDirty(link) } else { end(link) }
  }

  func closeLink(_ id: LinkID) {
    guard let link = links[id] else { return }
    link.isClosing = true
    markDirty(link)
  }

  func send(_ datagram: Datagram, on id: LinkID, index: UInt32, to endpoint: Endpoint) {
    guard let address = SocketAddress(endpoint, onIPv6Socket: isIPv6),
      let packet = links[id]?.seal(datagram, index: index, at: moment)
    else { return }
    Sockets.sendDatagram(datagrams, packet, address)
  }

  // MARK: Events of the sockets

  func handle(_ link: Link, _ ready: Readiness) {
    if link.isConnecting {
      guard Sockets.pendingError(link.descriptor) == 0, !ready.contains(.hangUp) else {
        return end(link)
      }
      link.isConnecting = false
      feed(.linkReached(link.id))
      if links[link.id] != nil, !link.isClosing { _ = secure(link) }
    }
    if ready.contains(.read), links[link.id] != nil { receive(link) }
    if links[link.id] != nil { markDirty(link) }
  }

  private func receive(_ link: Link) {
    for _ in 0..<Limits.readsPerTurn {
      switch link.read(into: scratch.bytes) {
      case .nothing: return
      case .ended: return end(link)
      case .bytes(let count):
        // A link that is being closed is read so that its end is seen, and heard no more.
        if !link.isClosing { hear(link, UnsafeRawBufferPointer(rebasing: scratch.bytes[..<count])) }
        if count < scratch.bytes.count || links[link.id] == nil { return }
      }
    }
  }

  func receiveDatagrams() {
    for _ in 0..<Limits.datagramsPerTurn {
      guard let (count, from) = Sockets.receiveDatagram(datagrams, into: scratch.bytes) else {
        return
      }
      receive(Array(scratch.bytes[..<count]), from)
    }
  }

  /// Whatever was not sealed by the other side of a link is met with silence.
  private func receive(_ packet: [UInt8], _ source: Endpoint) {
    guard let index = DatagramHeader(packet)?.index else { return }
    let id = link(named: index)
    guard let (datagram, isNewest) = links[id]?.open(packet, at: moment) else { return }
    feed(.datagram(id, datagram, isNewest: isNewest, from: source))
  }

  func acceptLinks(_ now: UInt64) {
    for _ in 0..<Limits.acceptsPerTurn {
      let (result, from) = Sockets.accept(listener)
      switch -result {
      case EMFILE, ENFILE:
        guard evict(where: { _ in true }) else { return pauseListener(now) }
      case ECONNABORTED, EINTR, EPROTO:
        continue
      case ..<1:
        guard let from else {
          close(result)
          continue
        }
        makeRoom(from.address)
        Sockets.prepareLink(result)
        let id = LinkID(nextAccepted)
        nextAccepted += 2
        let link = Link(id, result, to: from, isDialled: false, context)
        adopt(link)
        handshaking.append(id)
        // Whoever has spoken already is heard before the next stranger can push it out.
        receive(link)
        markDirty(link)
      default:
        return
      }
    }
  }

  // MARK: Strangers

  /// How many accepted links the core has not answered.
  var strangerCount: Int { links.values.count { !$0.isKnown } }

  /// The oldest stranger makes room for the newest: of the same address first, then of all.
  ///
  /// Those that have said nothing go before those that are in the middle of their handshake.
  /// To refuse the newest instead would let a few silent connections lock everybody out.
  private func makeRoom(_ address: [UInt8]) {
    let strangers = links.values.filter { !$0.isKnown }
    if strangers.count(where: { $0.endpoint?.address == address }) >= Limits.strangersPerAddress {
      _ = evict { $0.endpoint?.address == address }
    } else if strangers.count >= Limits.strangers {
      _ = evict { _ in true }
    }
  }

  private func evict(where isCandidate: (Link) -> Bool) -> Bool {
    let candidates = links.values.filter { !$0.isKnown && isCandidate($0) }
    let silent = candidates.filter { !$0.hasSpoken }
    let oldest = (silent.isEmpty ? candidates : silent).min { $0.id < $1.id }
    guard let oldest else { return false }
    end(oldest)
    return true
  }

  /// Out of descriptors and no stranger to end: left alone, the listener would stay readable and
  /// the loop would spin.
  ///
  /// The spare descriptor lets us take the connection and close it.
  private func pauseListener(_ now: UInt64) {
    close(spare)
    let (victim, _) = Sockets.accept(listener)
    if victim >= 0 { close(victim) }
    spare = open("/dev/null", O_RDONLY | O_CLOEXEC)
    listenerPausedUntil = now + Limits.listenerPause
    executor.change(listener, for: [], token: Self.listenerToken)
  }

  func resumeListener(_ now: UInt64) {
    guard let until = listenerPausedUntil, until <= now else { return }
    listenerPausedUntil = nil
    executor.change(listener, for: .read, token: Self.listenerToken)
  }

  // MARK: Links

  private func adopt(_ link: Link) {
    links[link.id] = link
    executor.add(link.descriptor, for: link.interest, token: link.id.rawValue)
  }

  func markDirty(_ link: Link) {
    if link.isDirty { return }
    link.isDirty = true
    dirty.append(link.id)
  }

  /// Gives every link with something to send to its socket, and closes those that are done.
  func flush() {
    let due = dirty
    dirty = []
    for id in due {
      guard let link = links[id] else { continue }
      link.isDirty = false
      if link.isConnecting {
        // Nothing was sent yet, so nothing is lost.
        if link.isClosing { end(link) }
        continue
      }
      if link.isClosing, !link.isSecure { link.dropOutbox() }
      var hasMoved = link.push()
      if link.isBroken {
        end(link)
        continue
      }
      if link.isClosing {
        link.sayEnd()
        hasMoved = link.push() || hasMoved
        if link.waiting == 0 {
          link.finish(scratch.bytes)
          end(link)
          continue
        }
      } else if hasMoved {
        pending.append(.linkDrained(id, waitingBytes: link.waiting))
      }
      setInterest(link, link.waiting == 0 ? .read : [.read, .write])
    }
  }

  private func setInterest(_ link: Link, _ wanted: Readiness) {
    guard wanted != link.interest else { return }
    link.interest = wanted
    executor.change(link.descriptor, for: wanted, token: link.id.rawValue)
  }

  /// Forgets a link, which closes it, and lets the peer know.
  func end(_ link: Link) {
    guard links.removeValue(forKey: link.id) != nil else { return }
    if !link.isSecure { handshaking.removeAll { $0 == link.id } }
    executor.remove(link.descriptor)
    pending.append(.linkClosed(link.id))
  }
}
