import FoundationEssentials
import SessionCore

extension People {
  /// An invitation link that this device made and that still lets somebody in.
  public struct Link: Identifiable, Hashable, Sendable {
    /// Names the link, and is no secret.
    public let id: UInt64
    /// How many devices it was made for.
    public let uses: Int
    /// How many it still lets in.
    public let usesLeft: Int
    /// When it ends, by this device's clock alone.
    public let end: ContinuousClock.Instant

    init(_ snapshot: TicketSnapshot) {
      id = snapshot.name.rawValue
      uses = snapshot.uses
      usesLeft = snapshot.usesLeft
      end = .now + snapshot.timeLeft
    }
  }

  /// How many devices one link may let in, at most.
  public static let mostLinkUses = TicketBook.mostUses

  /// Makes a link that lets in whoever has it, without a question: pass it on where nobody else reads.
  ///
  /// It holds for the session that this device is in, until it is used up, too old or revoked, this
  /// device leaves or its program ends. Others see whom it let in, as with every admission.
  ///
  /// - Parameters:
  ///   - scheme: what the link begins with: the program's name, in small letters.
  ///   - uses: how many devices it lets in, 1 to 31.
  ///   - lifetime: at most seven days.
  /// - Returns: at most 200 ASCII characters; a secret.
  /// - Throws: `InvitationError.sessionOver` when there is no session that was joined, or there are
  ///   16 links already, or a number is out of its range.
  public func makeLink(
    scheme: String,
    uses: Int = 1,
    lifetime: Duration = .seconds(3_600)
  ) async throws(InvitationError) -> String {
    let token = SystemCryptography.randomBytes(InvitationLink.tokenCount)
    let name = TicketName(token: token, SystemCryptography.functions)
    await host.perform(.makeTicket(token, uses: uses, life: lifetime))
    guard events.links.value.contains(where: { $0.id == name.rawValue }) else {
      throw .sessionOver
    }
    let seconds = Date().timeIntervalSince1970 + Double(lifetime.components.seconds)
    let link = InvitationLink(
      device: host.device,
      token: token,
      endHint: UInt32(clamping: Int64(seconds / 60)),
      places: places
    )
    return link.text(scheme: scheme)
  }

  /// Where others reach this device, best first.
  private var places: [Endpoint] {
    if host.isLoopbackOnly { return [Endpoint(address: [127, 0, 0, 1], port: port)] }
    return InterfaceAddresses.currentPlaces(port: port)
  }

  /// The links that still let somebody in: the current list at once, then always the latest.
  public var links: LatestValues<[Link]> {
    LatestValues(
      events.links,
      isSame: { $0.map(\.id) == $1.map(\.id) && $0.map(\.usesLeft) == $1.map(\.usesLeft) }
    ) { $0 }
  }

  /// Makes a link let nobody in any more.
  public func revokeLink(_ id: Link.ID) { host.post(.revokeTicket(TicketName(id))) }

  /// Comes in by a link that somebody made; the session arrives through `sessions()`.
  ///
  /// Only the device that made it is told anything. Cancelling the task withdraws the wish.
  ///
  /// - Parameters:
  ///   - link: as it was pasted; spaces and line ends in it do not matter.
  ///   - scheme: what links of this program begin with.
  ///   - activity: the kind of activity that this program takes part in.
  ///   - progress: called from any thread, first with `dialling`.
  /// - Returns: the name of whoever made the link.
  /// - Throws: `InvitationError`, whose description says what to do.
  @discardableResult public func join<Activity: GroupActivity>(
    by link: String,
    scheme: String,
    for activity: Activity.Type,
    progress: @escaping @Sendable (InvitationProgress) -> Void = { _ in }
  ) async throws(InvitationError) -> String {
    let parsed: InvitationLink
    do {
      parsed = try InvitationLink(link, scheme: scheme)
    } catch {
      throw .malformedLink(LinkProblem(error))
    }
    progress(.dialling)
    let identifier = Activity.activityIdentifier
    return try await settle(progress, about: "the link’s addresses") {
      .redeem($0, parsed, activityIdentifier: identifier)
    }
  }

  /// What is wrong with a text that should be a link; nil when it can be followed.
  public static func problem(ofLink text: String, scheme: String) -> LinkProblem? {
    do {
      _ = try InvitationLink(text, scheme: scheme)
      return nil
    } catch {
      return LinkProblem(error)
    }
  }
}

/// Why a text is no invitation link that can be followed.
public enum LinkProblem: Hashable, Sendable {
  /// It is something else.
  case notALink
  /// More of it must follow.
  case incomplete
  /// A character is missing or another one.
  case damaged
  /// A newer program made it.
  case newer

  init(_ error: InvitationLink.TextError) {
    switch error {
    case .notALink: self = .notALink
    case .incomplete: self = .incomplete
    case .damaged: self = .damaged
    case .newer: self = .newer
    }
  }
}
