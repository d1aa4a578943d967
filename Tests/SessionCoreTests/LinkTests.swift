import SessionCore
import SessionSimulator
import Testing

/// Invitation links: their text, and what lets in whom.
struct LinkTests {
  private static let token = [UInt8](1...16)
  private static let places = [
    Endpoint(address: [192, 168, 1, 20], port: 26_752),
    Endpoint(address: [0x20, 1] + [UInt8](repeating: 7, count: 14), port: 26_752),
  ]
  private static let link = InvitationLink(
    device: DeviceID(0x0123_4567_89AB_CDEF_0011_2233_4455_6677),
    token: token,
    endHint: 29_000_000,
    places: places
  )
  private static let text = link.text(scheme: "corkboard")

  private func read(_ text: String) -> Result<InvitationLink, InvitationLink.TextError> {
    do {
      return .success(try InvitationLink(text, scheme: "corkboard"))
    } catch {
      return .failure(error)
    }
  }

  // MARK: Text

  @Test func `a link is read as it was written, also over several lines of a box`() {
    #expect(read(Self.text) == .success(Self.link))
    let middle = Self.text.index(Self.text.startIndex, offsetBy: 50)
    let boxed = "│ \(Self.text[..<middle]) │\r\n│ \(Self.text[middle...])\t│\n"
    #expect(read(boxed) == .success(Self.link))
  }

  @Test func `with every kind of address it has at most 200 characters`() {
    let many = (0..<20).map { number in
      Endpoint(address: [UInt8](repeating: UInt8(number + 1), count: 16), port: 1)
    }
    for count in 0...many.count {
      let link = InvitationLink(
        device: DeviceID(1),
        token: Self.token,
        endHint: 0,
        places: Array(many.prefix(count))
      )
      let text = link.text(scheme: "corkboard")
      #expect(text.utf8.count <= InvitationLink.textLimit)
      let places = try? InvitationLink(text, scheme: "corkboard").places
      #expect(places == Array(many.prefix(min(count, 5))))
    }
  }

  @Test func `places that only the maker's machine knows are left out`() {
    let local = Endpoint(
      address: [0xFE, 0x80] + [UInt8](repeating: 0, count: 14),
      scope: 2,
      port: 1
    )
    let link = InvitationLink(device: DeviceID(1), token: Self.token, endHint: 0, places: [local])
    #expect(link.places == [])
  }

  @Test func `a link that was cut says that more must follow`() {
    for length in 0..<Self.text.count {
      let result = read(String(Self.text.prefix(length)))
      #expect(result == .failure(.incomplete), "\(length)")
    }
  }

  @Test func `a changed character, one too many or another version is refused`() {
    let letters = Array(Self.text)
    for place in 10..<letters.count {
      var other = letters
      other[place] = letters[place] == "A" ? "B" : "A"
      guard case .failure = read(String(other)) else {
        Issue.record("changed at \(place)")
        continue
      }
      other[place] = "é"
      #expect(read(String(other)) == .failure(.damaged))
    }
    guard case .failure = read(Self.text + "A") else {
      Issue.record("one letter too many")
      return
    }
    #expect(read("corkboard:Ag") == .failure(.newer))
    #expect(read("http://example.org") == .failure(.notALink))
    #expect(read("corkboard:" + String(repeating: "A", count: 900)) == .failure(.notALink))
  }

  // MARK: The book

  private static let ends = WordExchange.Ends(
    dialler: DeviceID(2),
    listener: DeviceID(1),
    binding: [4, 2]
  )
  private static let name = TicketName(token: token, .simulated)

  private func book(uses: Int = 1, life: Duration = .seconds(3_600)) -> TicketBook {
    var book = TicketBook()
    let isMade = book.make(Self.name, token: Self.token, uses: uses, life: life, at: .start)
    #expect(isMade)
    return book
  }

  private func redeem(
    _ book: inout TicketBook,
    token: [UInt8] = token,
    provenOn proven: WordExchange.Ends = ends,
    on ends: WordExchange.Ends = ends,
    at now: Moment = .start
  ) -> Bool {
    let redemption = Redemption(
      ticket: Self.name,
      proof: Redemption.proof(token: token, on: proven, .simulated),
      activityIdentifier: "board"
    )
    return book.redeem(redemption, on: ends, at: now, .simulated)
  }

  @Test func `a link lets in as many as its maker said`() {
    for uses in [1, 2, 31] {
      var book = book(uses: uses)
      for left in (0..<uses).reversed() {
        #expect(redeem(&book))
        #expect(book.snapshots(at: .start).map(\.usesLeft) == (left > 0 ? [left] : []))
      }
      #expect(!redeem(&book))
    }
  }

  @Test func `numbers out of their range make no link, and neither does the 17th`() {
    var book = TicketBook()
    let hour = Duration.seconds(3_600)
    for (uses, life) in [(0, hour), (32, hour), (1, .zero), (1, .seconds(7 * 86_400 + 1))] {
      let isMade = book.make(Self.name, token: Self.token, uses: uses, life: life, at: .start)
      #expect(!isMade)
    }
    for number in 0..<20 {
      let name = TicketName(UInt64(number))
      let isMade = book.make(name, token: Self.token, uses: 1, life: hour, at: .start)
      #expect(isMade == (number < 16))
    }
  }

  @Test func `after its time, by the maker's clock, it lets in nobody`() {
    var book = book()
    #expect(book.nextEnd == .seconds(3_600))
    #expect(!redeem(&book, at: .seconds(3_600)))
    #expect(book.snapshots(at: .seconds(3_600)) == [])
    book = self.book()
    #expect(redeem(&book, at: .seconds(3_599)))
  }

  @Test func `a revoked link lets in nobody`() {
    var book = book()
    book.revoke(Self.name)
    #expect(!redeem(&book))
  }

  @Test func `three wrong tokens burn a link`() {
    var book = book()
    let wrong = [UInt8](2...17)
    #expect(!redeem(&book, token: wrong))
    #expect(!redeem(&book, token: wrong))
    var patient = book
    #expect(redeem(&patient))
    #expect(!redeem(&book, token: wrong))
    #expect(!redeem(&book))
    #expect(book == TicketBook())
  }

  @Test func `a proof is worth nothing on another connection, for another device or sent back`() {
    var relayed = Self.ends
    relayed.binding = [4, 3]
    let other = WordExchange.Ends(dialler: DeviceID(3), listener: DeviceID(1), binding: [4, 2])
    let reflected = WordExchange.Ends(dialler: DeviceID(1), listener: DeviceID(2), binding: [4, 2])
    for ends in [relayed, other, reflected] {
      var book = book()
      #expect(!redeem(&book, on: ends))
      #expect(redeem(&book))
    }
  }

  @Test func `whoever was removed after a link was made is not let in by it`() {
    var book = book(uses: 2)
    book.bar(DeviceID(2))
    #expect(!redeem(&book))
    #expect(book.snapshots(at: .start).map(\.usesLeft) == [2])
    let other = WordExchange.Ends(dialler: DeviceID(3), listener: DeviceID(1), binding: [4, 2])
    #expect(redeem(&book, provenOn: other, on: other))
  }

  // MARK: The peer

  private func host() -> TestPeer {
    var peer = TestPeer()
    peer.found()
    peer.give(.makeTicket(Self.token, uses: 1, life: .seconds(60)))
    return peer
  }

  private func redemption(_ device: UInt128, token: [UInt8] = token) -> Redemption {
    let exchange = TestPeer.exchange(DeviceID(device), dials: DeviceID(1))
    let name = TicketName(token: Self.token, TestPeer.cryptography)
    return Redemption(
      ticket: name,
      proof: Redemption.proof(token: token, on: exchange.ends, TestPeer.cryptography),
      activityIdentifier: "board"
    )
  }

  @Test func `the holder of a link comes in, and nobody is asked`() {
    var peer = host()
    let link = peer.accept(1, device: 2)
    peer.hear(.redeem(redemption(2)), on: link)
    #expect(peer.visitor == nil)
    #expect(peer.frames(on: link).contains { if case .welcome = $0 { true } else { false } })
    #expect(peer.events.contains(.tickets([])))
    let second = peer.accept(3, device: 3)
    peer.hear(.redeem(redemption(3)), on: second)
    #expect(peer.answers(on: second) == [.linkOver])
  }

  @Test func `a wrong token is told no more than a link that is over`() {
    var peer = host()
    for (number, token) in [[UInt8](2...17), [], [UInt8](1...15)].enumerated() {
      let link = peer.accept(UInt64(2 * number + 1), device: 2)
      peer.hear(.redeem(redemption(2, token: token)), on: link)
      #expect(peer.answers(on: link) == [.linkOver])
      #expect(peer.frames(on: link).count == 2)
    }
    let link = peer.accept(9, device: 2)
    peer.hear(.redeem(redemption(2)), on: link)
    #expect(peer.answers(on: link) == [.linkOver])
  }

  @Test func `for another kind of activity, and for a session that is over, it does not hold`() {
    var peer = host()
    var other = redemption(2)
    other.activityIdentifier = "chess"
    let link = peer.accept(1, device: 2)
    peer.hear(.redeem(other), on: link)
    #expect(peer.answers(on: link) == [.notOurKind])

    peer.give(.leave(TestPeer.session))
    #expect(peer.events.contains(.tickets([])))
    peer.found()
    let late = peer.accept(3, device: 2)
    peer.hear(.redeem(redemption(2)), on: late)
    #expect(peer.answers(on: late) == [.linkOver])
  }

  @Test func `a link ends by itself, and its maker is told`() {
    var peer = host()
    #expect(peer.events.last { if case .tickets = $0 { true } else { false } } != .tickets([]))
    peer.pass(.seconds(61))
    #expect(peer.events.contains(.tickets([])))
  }

  @Test func `one's own link is one's own`() {
    var peer = TestPeer()
    let own = InvitationLink(device: DeviceID(1), token: Self.token, endHint: 0, places: [])
    peer.give(.redeem(RequestID(1), own, activityIdentifier: "board"))
    #expect(peer.events == [.request(RequestID(1), .failed(.oneself))])
  }
}
