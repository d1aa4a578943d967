import SessionCore

extension People {
  /// Invites whoever is at an address into the session that this device is in.
  ///
  /// Returns when a person there has accepted, which may take two minutes. Cancelling the task
  /// withdraws the invitation.
  ///
  /// - Parameters:
  ///   - address: `192.168.1.20`, `192.168.1.20:26753`, `[fe80::1%eth0]`, `bo-laptop`,
  ///     `bo-laptop:26753`. Without a port, `PeopleSettings.defaultPort`.
  ///   - metadata: what the invitation shows; nil: what the session was started with.
  ///   - progress: called from any thread, first with `dialling`.
  /// - Returns: the name of who accepted.
  /// - Throws: `InvitationError`, whose description says what to do.
  @discardableResult public func invite(
    _ address: String,
    showing metadata: GroupActivityMetadata? = nil,
    progress: @escaping @Sendable (InvitationProgress) -> Void = { _ in }
  ) async throws(InvitationError) -> String {
    let (session, record) = try invitation(showing: metadata)
    return try await ask(address, progress) { .invite($0, session, record, $1, expecting: $2) }
  }

  /// The session that somebody is invited into, and what they are shown of it.
  func invitation(
    showing metadata: GroupActivityMetadata?
  ) throws(InvitationError) -> (SessionID, ActivityRecord) {
    guard let session = directory.current?.snapshot.value else { throw .sessionOver }
    var record = session.activity
    if let metadata {
      record.title = metadata.title ?? ""
      record.subtitle = metadata.subtitle ?? ""
    }
    return (session.id, record)
  }

  /// Asks to be let into the session of whoever is at an address.
  ///
  /// Returns when a person there has let this device in; the session arrives through `sessions()`
  /// of the activity. Cancelling the task withdraws the question.
  ///
  /// - Parameters:
  ///   - address: as for `invite`.
  ///   - activity: the kind of activity that this program takes part in.
  ///   - progress: called from any thread, first with `dialling`.
  /// - Returns: the name of who let this device in.
  /// - Throws: `InvitationError`, whose description says what to do.
  @discardableResult public func knock<Activity: GroupActivity>(
    _ address: String,
    for activity: Activity.Type,
    progress: @escaping @Sendable (InvitationProgress) -> Void = { _ in }
  ) async throws(InvitationError) -> String {
    let identifier = Activity.activityIdentifier
    return try await ask(address, progress) {
      .knock($0, activityIdentifier: identifier, $1, expecting: $2)
    }
  }

  private func ask(
    _ address: String,
    _ progress: @escaping @Sendable (InvitationProgress) -> Void,
    _ input: (RequestID, [Endpoint], DeviceID?) -> PeerInput
  ) async throws(InvitationError) -> String {
    let typed = try TypedAddress(address, defaultPort: PeopleSettings.defaultPort)
    progress(.dialling)
    let (endpoints, device) = try await places(of: typed)
    return try await settle(progress, about: address) { input($0, endpoints, device) }
  }

  /// Asks what an input asks, and waits for the answer.
  func settle(
    _ progress: @escaping @Sendable (InvitationProgress) -> Void,
    about address: String,
    _ input: (RequestID) -> PeerInput
  ) async throws(InvitationError) -> String {
    guard let (id, answer) = events.requests.open(progress) else { throw .notRunning }
    let result = await withTaskCancellationHandler {
      host.post(input(id))
      // Cancelled before the question was asked: then the other cancel came too early.
      if Task.isCancelled { host.post(.cancel(id)) }
      return await answer.wait()
    } onCancel: {
      host.post(.cancel(id))
      events.requests.finish(id, .failure(.cancelled))
    }
    switch result {
    case .success(let name): return name
    case .failure(let failure): throw InvitationError(failure, address: address)
    }
  }

  private func places(
    of typed: TypedAddress
  ) async throws(InvitationError) -> (endpoints: [Endpoint], device: DeviceID?) {
    switch typed {
    case .literal(let endpoint): ([endpoint], nil)
    case .name(let name, let port): try await places(of: name, port: port)
    }
  }
}
