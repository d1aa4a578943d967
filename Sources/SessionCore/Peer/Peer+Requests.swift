extension Peer {
  /// One's own questions at a time; more are cancelled at once.
  static let requestLimit = 64

  mutating func invite(
    _ id: RequestID,
    _ sessionID: SessionID,
    _ activity: ActivityRecord,
    _ endpoints: [Endpoint],
    expecting device: DeviceID?
  ) {
    guard let session, session.id == sessionID else { return report(id, .failed(.sessionOver)) }
    guard session.roster.presentCount < settings.participantLimit else {
      return report(id, .failed(.full))
    }
    begin(id, .invitation(sessionID, activity), endpoints, device)
  }

  mutating func knock(
    _ id: RequestID,
    _ identifier: String,
    _ endpoints: [Endpoint],
    expecting device: DeviceID?
  ) {
    begin(id, .knock(activityIdentifier: identifier), endpoints, device)
  }

  mutating func begin(
    _ id: RequestID,
    _ kind: Request.Kind,
    _ endpoints: [Endpoint],
    _ device: DeviceID?
  ) {
    guard requests[id] == nil else { return }
    guard requests.count < Peer.requestLimit else { return report(id, .failed(.cancelled)) }
    requests[id] = Request(kind: kind)
    report(id, .dialling)
    dial(.request(id), endpoints, limit: Peer.requestDialLimit, expecting: device)
  }

  mutating func report(_ id: RequestID, _ status: RequestStatus) {
    effects.append(.event(.request(id, status)))
  }

  mutating func cancel(_ id: RequestID) { fail(id, .cancelled) }

  /// Settles a request that came to nothing, and whatever still runs for it.
  mutating func fail(_ id: RequestID, _ failure: RequestFailure) {
    guard let request = requests.removeValue(forKey: id) else { return }
    abandonDial(.request(id))
    if let link = request.link {
      write(.cancel, on: link)
      close(link)
    }
    report(id, .failed(failure))
  }

  /// Somebody said hello: ask.
  mutating func ask(_ id: RequestID, _ hello: Hello, on link: LinkID) {
    guard let request = requests[id] else { return close(link) }
    requests[id]?.link = link
    requests[id]?.otherName = hello.name
    guard hello.device != device else { return fail(id, .oneself) }
    switch request.kind {
    case .invitation(let sessionID, let activity):
      guard let session, session.id == sessionID else { return fail(id, .sessionOver) }
      if session.members[hello.device]?.link != nil { return fail(id, .alreadyHere) }
      let count = 1 + session.members.values.count { $0.isActive }
      let invitation = Invitation(
        session: sessionID,
        participantCount: UInt16(count),
        activity: activity
      )
      write(.invite(invitation), on: link)
    case .knock(let identifier):
      links[link]?.decoder.limit = WireLimits.memberFrame
      write(.knock(activityIdentifier: identifier), on: link)
    case .redemption(let invitation, let identifier):
      present(invitation, identifier, for: id, on: link)
    }
  }

  /// The other side answers our question.
  mutating func handleReply(_ frame: Frame, to id: RequestID, on link: LinkID) {
    guard let request = requests[id] else { return close(link) }
    switch frame {
    case .answer(.ringing):
      guard links[link]?.stage == .asking(.request(id)) else { return }
      links[link]?.stage = .ringing(id)
      links[link]?.deadline = now + settings.answerLimit
      guard let hello = links[link]?.hello else { return }
      report(id, .ringing(by: hello.name, hello.device, words: links[link]?.words))
    case .answer(.accepted): invitationAccepted(id, request, on: link)
    case .answer(let answer): fail(id, failure(answer, by: request.otherName))
    case .welcome(let welcome):
      if case .invitation = request.kind { return fail(id, .notOurKind) }
      requests[id] = nil
      report(id, .accepted(by: request.otherName))
      enter(welcome, on: link)
    case .hello, .foreignHello, .reveal, .invite, .knock, .redeem, .member, .cancel, .state,
      .roster,
      .activity,
      .ping, .pong, .message, .acknowledge, .droppable, .goodbye, .ended:
      break
    }
  }

  private func failure(_ answer: Answer, by name: String) -> RequestFailure {
    switch answer {
    case .declined: .declined(by: name)
    case .busy: .busy(by: name)
    case .full: .full
    case .sessionOver, .leftBefore: .sessionOver
    case .alreadyHere: .alreadyHere
    case .oneself: .oneself
    case .unanswered: .unanswered
    case .linkOver: .linkOver
    case .notOurKind, .ringing, .accepted, .notAdmitted, .duplicate: .notOurKind
    }
  }

  /// They said yes: admit them, tell everyone, hand the session over.
  private mutating func invitationAccepted(_ id: RequestID, _ request: Request, on link: LinkID) {
    guard case .invitation(let sessionID, _) = request.kind, session?.id == sessionID else {
      return fail(id, .sessionOver)
    }
    guard let hello = links[link]?.hello, hasRoom(for: hello.device) else {
      return fail(id, .full)
    }
    requests[id] = nil
    if admit(hello, on: link) { meet(hello) }
    report(id, .accepted(by: request.otherName))
  }

  func hasRoom(for device: DeviceID) -> Bool {
    guard let session else { return false }
    return session.isMember(device)
      || session.roster.presentCount < settings.participantLimit
  }
}
