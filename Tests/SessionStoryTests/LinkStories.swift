import SessionCore
import SessionSimulator
import Testing

/// Coming in by a link, on a network.
@Suite(.twice) struct LinkStories {
  private static let token = [UInt8](1...16)

  private func link(of host: Int, in lan: SimulatedLAN, at places: [Int]) -> InvitationLink {
    InvitationLink(
      device: lan.hosts[host].device,
      token: Self.token,
      endHint: 0,
      places: places.map { lan.hosts[$0].endpoint }
    )
  }

  private func follow(
    _ link: InvitationLink,
    _ guest: Int,
    _ lan: inout SimulatedLAN
  ) -> RequestID {
    let request = RequestID(UInt64(1_000 + guest))
    let identifier = SimulatedLAN.activity.identifier
    lan.input(.redeem(request, link, activityIdentifier: identifier), to: guest)
    return request
  }

  @Test(arguments: UInt64(1)...20)
  func `a link brings in as many as it says, without a question`(seed: UInt64) {
    var lan = SimulatedLAN(seed: seed)
    let members = lan.gather(2)
    lan.input(.makeTicket(Self.token, uses: 2, life: .seconds(60)), to: members[1])
    let link = link(of: members[1], in: lan, at: [members[1]])
    let guests = [lan.addHost("Cy"), lan.addHost("Di"), lan.addHost("Ed")]
    let asked = lan.hosts.reduce(0) { $0 + $1.visitorCount }
    for (number, guest) in guests.enumerated() {
      let request = follow(link, guest, &lan)
      lan.run(for: .seconds(3))
      let name = lan.hosts[members[1]].name
      let expected: RequestStatus = number < 2 ? .accepted(by: name) : .failed(.linkOver)
      #expect(lan.status(request, of: guest) == expected)
    }
    #expect(lan.areTogether(members + guests.prefix(2)))
    #expect(lan.hosts.reduce(0) { $0 + $1.visitorCount } == asked)
    #expect(lan.hosts[guests[2]].session == nil)
    #expect(lan.hosts[members[1]].tickets == [])
  }

  @Test func `another device at the place hears nothing, and the next place is tried`() {
    var lan = SimulatedLAN(seed: 1)
    let members = lan.gather(2)
    let guest = lan.addHost("Cy")
    lan.input(.makeTicket(Self.token, uses: 1, life: .seconds(60)), to: members[0])
    let wrong = link(of: members[0], in: lan, at: [members[1]])
    let request = follow(wrong, guest, &lan)
    lan.run(for: .seconds(6))
    #expect(lan.status(request, of: guest) == .failed(.otherDevice))
    #expect(lan.hosts[guest].bytesSent == 0)
    let both = link(of: members[0], in: lan, at: [members[1], members[0]])
    _ = follow(both, guest, &lan)
    lan.run(for: .seconds(3))
    #expect(lan.areTogether(members + [guest]))
  }
}
