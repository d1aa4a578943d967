extension Peer {
  /// Hands a frame to the machine that the link's stage belongs to.
  mutating func handle(_ frame: Frame, on id: LinkID) {
    guard let link = links[id] else { return }
    if link.hello != nil, handleHeartbeat(frame, on: id) { return }
    switch link.stage {
    case .dialling(let goal): handleDialled(frame, goal, on: id)
    case .asking(.request(let request)), .ringing(let request):
      handleReply(frame, to: request, on: id)
    case .asking(.member(let device)): handleReply(frame, from: device, on: id)
    case .asking(.copy): close(id)
    case .stranger: handleStranger(frame, on: id)
    case .parked, .visitor: handleWithdrawal(frame, on: id)
    case .accepted(let invitation): handleWelcome(frame, to: invitation, on: id)
    case .member(let device): handleMember(frame, from: device, on: id)
    }
  }

  /// True when the frame was a ping or a pong.
  private mutating func handleHeartbeat(_ frame: Frame, on id: LinkID) -> Bool {
    switch frame {
    case .ping(let stamp, let digest):
      write(.pong(stamp: stamp), on: id)
      compareDigest(digest, on: id)
      return true
    case .pong(let stamp):
      guard let link = links[id], link.pingStamp == stamp, let sent = link.lastPing else {
        return true
      }
      // All that was written before the ping has arrived.
      links[id]?.waitingBytes = min(link.waitingBytes, link.bytesSincePing)
      if case .member(let device) = link.stage { measure(device, now - sent) }
      flushDroppable(on: id)
      return true
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .answer, .cancel,
      .welcome,
      .state,
      .roster, .activity, .message, .acknowledge, .droppable, .goodbye, .ended:
      return false
    }
  }

  /// What members compare; 0 for everybody else.
  private func digest(for id: LinkID) -> UInt64 {
    guard case .member = links[id]?.stage else { return 0 }
    return session?.digest ?? 0
  }

  mutating func ping(on id: LinkID) {
    links[id]?.lastPing = now
    links[id]?.pingStamp += 1
    write(.ping(stamp: links[id]?.pingStamp ?? 0, digest: digest(for: id)), on: id)
    links[id]?.bytesSincePing = 0
  }

  /// The first word of somebody we dialled.
  private mutating func handleDialled(_ frame: Frame, _ goal: Goal, on id: LinkID) {
    switch frame {
    case .hello(let hello):
      guard hello.device == links[id]?.device else { return closeForeign(id) }
      meetOneself(hello, on: id)
      reveal(answering: hello, on: id)
      won(goal, on: id, hello)
    case .foreignHello(let version):
      dialSucceeded(goal, on: id)
      close(id)
      foreignVersion(version, goal)
    case .reveal, .invite, .knock, .redeem, .member, .answer, .cancel, .welcome, .state, .roster,
      .activity,
      .ping, .pong, .message, .acknowledge, .droppable, .goodbye, .ended:
      closeForeign(id)
    }
  }

  /// The first words of somebody who dialled us: hello, the opened pledge, and a wish.
  private mutating func handleStranger(_ frame: Frame, on id: LinkID) {
    guard let link = links[id] else { return }
    switch frame {
    case .hello(let hello):
      guard link.hello == nil, hello.device == link.device else { return close(id) }
      links[id]?.hello = hello
      meetOneself(hello, on: id)
      noteOwnToken(of: link)
      write(.hello(self.hello(on: link)), on: id)
    case .foreignHello:
      write(.hello(hello(on: link)), on: id)
      close(id)
    case .reveal(let nonce): opened(nonce, on: id)
    case .invite(let invitation): withHello(id) { $0.invited(invitation, $1, on: id) }
    case .redeem(let redemption): withHello(id) { $0.redeemed(redemption, $1, on: id) }
    case .knock(let identifier): withHello(id) { $0.knocked(identifier, $1, on: id) }
    case .member(let wanted, let replacing, let revision):
      links[id]?.wish = (replacing, revision)
      withHello(id) { $0.memberCame($1, to: wanted, on: id) }
    case .answer, .cancel, .welcome, .state, .roster, .activity, .ping, .pong, .message,
      .acknowledge, .droppable, .goodbye, .ended:
      close(id)
    }
  }

  /// A wish without a hello and an opened pledge before it is no wish.
  private mutating func withHello(_ id: LinkID, _ body: (inout Peer, Hello) -> Void) {
    guard let hello = links[id]?.hello, links[id]?.words != nil else { return close(id) }
    body(&self, hello)
  }

  /// Of one who waits for an answer.
  private mutating func handleWithdrawal(_ frame: Frame, on id: LinkID) {
    switch frame {
    case .cancel:
      let isVisitor = visitor?.link == id
      close(id)
      if isVisitor { withdrawVisitor() }
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .answer, .welcome,
      .state,
      .roster,
      .activity, .ping, .pong, .message, .acknowledge, .droppable, .goodbye, .ended:
      break
    }
  }

  /// We accepted an invitation: the session comes.
  private mutating func handleWelcome(_ frame: Frame, to invitation: Invitation, on id: LinkID) {
    switch frame {
    case .welcome(let welcome):
      guard welcome.session == invitation.session else { return close(id) }
      enter(welcome, on: id)
    case .answer, .cancel: close(id)
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .state, .roster,
      .activity,
      .ping,
      .pong, .message, .acknowledge, .droppable, .goodbye, .ended:
      break
    }
  }

  /// Everything that a member may say.
  private mutating func handleMember(_ frame: Frame, from device: DeviceID, on id: LinkID) {
    switch frame {
    case .state(let state): memberState(state, of: device)
    case .roster(let page): memberRoster(page, from: device, on: id)
    case .activity(let activity): memberActivity(activity, from: device)
    case .message(let sequence, let payload):
      reliable(sequence, payload, from: device, on: id)
    case .acknowledge(let sequence): acknowledged(sequence, by: device)
    case .droppable(let payload): deliver(payload, from: device, .unreliable)
    case .goodbye(let revision): memberLeft(device, revision: revision, on: id)
    case .ended(let ended, let by): sessionEnded(ended, by: by)
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .answer, .cancel,
      .welcome,
      .ping,
      .pong:
      break
    }
  }
}
