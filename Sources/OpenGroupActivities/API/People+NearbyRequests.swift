import SessionCore

extension People {
  /// Invites a device that was heard into the session that this device is in.
  ///
  /// As `invite(_:showing:progress:)`, at all of its addresses, the most promising first; whoever
  /// answers there and proves to be another device is not invited.
  ///
  /// - Returns: the name of who accepted.
  /// - Throws: `InvitationError`, whose description says what to do.
  @discardableResult public func invite(
    _ nearby: Nearby,
    showing metadata: GroupActivityMetadata? = nil,
    progress: @escaping @Sendable (InvitationProgress) -> Void = { _ in }
  ) async throws(InvitationError) -> String {
    let (session, record) = try invitation(showing: metadata)
    progress(.dialling)
    return try await settle(progress, about: nearby.name) {
      .invite($0, session, record, nearby.endpoints, expecting: DeviceID(hash: nearby.device))
    }
  }

  /// Asks a device that was heard to be let into its session.
  ///
  /// As `knock(_:for:progress:)`, at all of its addresses.
  ///
  /// - Returns: the name of who let this device in.
  /// - Throws: `InvitationError`, whose description says what to do.
  @discardableResult public func knock<Activity: GroupActivity>(
    _ nearby: Nearby,
    for activity: Activity.Type,
    progress: @escaping @Sendable (InvitationProgress) -> Void = { _ in }
  ) async throws(InvitationError) -> String {
    let identifier = Activity.activityIdentifier
    let device = DeviceID(hash: nearby.device)
    progress(.dialling)
    return try await settle(progress, about: nearby.name) {
      .knock($0, activityIdentifier: identifier, nearby.endpoints, expecting: device)
    }
  }

  /// Where a name leads: who was heard under it comes before what the system knows.
  ///
  /// A name that the system does not know may be heard yet: a program that just started waits for
  /// that.
  func places(
    of name: String,
    port: UInt16
  ) async throws(InvitationError) -> (endpoints: [Endpoint], device: DeviceID?) {
    if let heard = try heard(name, port) { return heard }
    do {
      return (try await NameLookup.endpoints(of: name, port: port), nil)
    } catch .unknownHost(let name) {
      let end = ContinuousClock.now + .seconds(2)
      while ContinuousClock.now < end, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(50))
        if let heard = try heard(name, port) { return heard }
      }
      throw .unknownHost(name)
    }
  }

  private func heard(
    _ name: String,
    _ port: UInt16
  ) throws(InvitationError) -> (endpoints: [Endpoint], device: DeviceID?)? {
    let wanted = name.lowercased()
    let called = events.nearby.value.filter { nearby in
      let isMeant = port == PeopleSettings.defaultPort || port == nearby.port
      return isMeant && [nearby.name, nearby.deviceName].contains { $0.lowercased() == wanted }
    }
    guard called.count < 2 else {
      throw .malformedAddress(name, reason: "several devices nearby are called so")
    }
    return called.first.map { ($0.endpoints, DeviceID(hash: $0.device)) }
  }
}

extension People.Nearby {
  /// The most promising of its addresses with the port, as somebody would type it.
  public var typedAddress: String { endpoints.first?.text ?? "" }
}
