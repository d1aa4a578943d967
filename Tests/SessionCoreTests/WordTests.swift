import SessionCore
import SessionSimulator
import Testing

/// The four words of a connection.
struct WordTests {
  private let ada = DeviceID(1)
  private let bo = DeviceID(2)
  private let eve = DeviceID(3)

  private func bytes(_ random: inout TestGenerator) -> [UInt8] {
    (0..<WordExchange.byteCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private func exchange(
    _ dialler: DeviceID,
    _ listener: DeviceID,
    _ binding: [UInt8],
    _ random: inout TestGenerator
  ) -> WordExchange {
    let ends = WordExchange.Ends(dialler: dialler, listener: listener, binding: binding)
    return WordExchange(ends: ends, nonce: bytes(&random))
  }

  @Test func `the list has 2048 words in order, each of 3 to 8 small letters`() {
    let list = FourWords.list
    #expect(list.count == FourWords.listCount)
    #expect(list == Set(list).sorted())
    #expect(
      list.allSatisfy { word in
        (3...8).contains(word.utf8.count) && word.utf8.allSatisfy { (97...122).contains($0) }
      }
    )
  }

  @Test func `no two words of the list differ in one letter alone`() {
    let whole = Set(FourWords.list.map { Array($0.utf8) })
    var seen: Set<[UInt8]> = []
    var near: [String] = []
    for word in FourWords.list {
      let letters = Array(word.utf8)
      // A letter changed: the same with a hole. A letter more: the other, whole.
      for place in letters.indices {
        var hole = letters
        hole[place] = 0
        var shorter = letters
        shorter.remove(at: place)
        if !seen.insert(hole).inserted || whole.contains(shorter) { near.append(word) }
      }
    }
    #expect(near == [])
  }

  @Test func `the words are the first 44 bits of a hash`() {
    #expect(FourWords([UInt8](repeating: 0, count: 32)).indices == [0, 0, 0, 0])
    #expect(FourWords([UInt8](repeating: 255, count: 32)).indices == [2047, 2047, 2047, 2047])
    #expect(FourWords([0, 0x20, 0x08, 0x01, 0, 0x3F]).indices == [1, 2, 2, 3])
    #expect(FourWords([0, 0, 0, 0, 0, 0]).text.split(separator: " ").count == 4)
  }

  @Test func `both ends come to the same words, and other connections to others`() {
    for seed in UInt64(1)...1_000 {
      var random = TestGenerator(seed: seed)
      let binding = bytes(&random)
      let dialler = exchange(ada, bo, binding, &random)
      let listener = exchange(ada, bo, binding, &random)
      let pledge = dialler.commitment(.simulated)
      let words = dialler.words(answeredBy: listener.nonce, .simulated)
      #expect(listener.words(opening: dialler.nonce, of: pledge, .simulated) == words)

      let again = exchange(ada, bo, bytes(&random), &random)
      #expect(again.words(answeredBy: listener.nonce, .simulated) != words)
    }
  }

  @Test func `whoever stands between two people has other words with each`() {
    for seed in UInt64(1)...1_000 {
      var random = TestGenerator(seed: seed)
      // Ada dials Eve, who took Bo's place; Eve dials Bo. Two connections, two secrets.
      let (near, far) = (bytes(&random), bytes(&random))
      let asked = exchange(ada, eve, near, &random)
      let listener = exchange(eve, bo, far, &random)
      // She cannot pass Ada's pledge on: it does not open on another connection.
      let pledge = asked.commitment(.simulated)
      #expect(listener.words(opening: asked.nonce, of: pledge, .simulated) == nil)
      // With a pledge to Ada's own nonce and Bo's own nonce for Ada, the words still differ.
      let relayed = WordExchange(ends: listener.ends, nonce: asked.nonce)
      let heard = asked.words(answeredBy: listener.nonce, .simulated)
      let said = listener.words(
        opening: relayed.nonce,
        of: relayed.commitment(.simulated),
        .simulated
      )
      #expect(said != nil)
      #expect(heard != said)
    }
  }

  @Test func `a pledge that opens to another nonce gives no words`() {
    var random = TestGenerator(seed: 1)
    let binding = bytes(&random)
    let dialler = exchange(ada, bo, binding, &random)
    let listener = exchange(ada, bo, binding, &random)
    let pledge = dialler.commitment(.simulated)
    for place in dialler.nonce.indices {
      var other = dialler.nonce
      other[place] ^= 1
      #expect(listener.words(opening: other, of: pledge, .simulated) == nil)
    }
    #expect(listener.words(opening: dialler.nonce, of: [], .simulated) == nil)
  }

  @Test func `bytes are compared whole`() {
    let bytes: [UInt8] = [1, 2, 3]
    #expect(bytes.isEqualInConstantTime(to: [1, 2, 3]))
    for other: [UInt8] in [
      [], [1, 2], [1, 2, 3, 4], [0, 2, 3], [1, 0, 3], [1, 2, 2], [3, 2, 1],
    ] {
      #expect(!bytes.isEqualInConstantTime(to: other))
      #expect(!other.isEqualInConstantTime(to: bytes))
    }
  }

  @Test func `a wrong opening cuts the link, and so does a second one`() {
    for nonces in [[[UInt8](repeating: 6, count: 32)], [TestPeer.nonce, TestPeer.nonce]] {
      var peer = TestPeer()
      peer.found()
      peer.take(LinkID(1))
      let exchange = TestPeer.exchange(DeviceID(2), dials: peer.peer.device)
      let pledge = exchange.commitment(TestPeer.cryptography)
      peer.hear(.hello(TestPeer.hello(device: 2, pledge: pledge)), on: LinkID(1))
      for nonce in nonces {
        #expect(peer.closed == [])
        peer.hear(.reveal(nonce), on: LinkID(1))
      }
      #expect(peer.closed == [LinkID(1)])
      #expect(peer.visitor == nil)
    }
  }

  @Test func `a wish before the opening closes the link`() {
    for wish in [
      Frame.knock(activityIdentifier: "board"),
      .member(TestPeer.session, replacing: 0, revision: 1),
      .invite(Invitation(session: SessionID(8), participantCount: 1, activity: TestPeer.activity)),
    ] {
      var peer = TestPeer()
      peer.found()
      peer.take(LinkID(1))
      peer.hear(.hello(TestPeer.hello(device: 2)), on: LinkID(1))
      peer.hear(wish, on: LinkID(1))
      #expect(peer.closed == [LinkID(1)])
      #expect(peer.visitor == nil)
    }
  }

  @Test func `who dials opens its pledge after the listener's nonce, and before its wish`() {
    var peer = TestPeer()
    peer.give(.knock(RequestID(1), activityIdentifier: "board", [TestPeer.place]))
    let link = peer.opened[0].link
    peer.give(.linkOpened(link, device: DeviceID(2), binding: TestPeer.binding))
    guard case .hello(let hello) = peer.frames(on: link).first else {
      Issue.record("no hello")
      return
    }
    #expect(peer.frames(on: link).count == 1)
    peer.hear(.hello(TestPeer.hello(device: 2)), on: link)
    let said = peer.frames(on: link)
    guard said.count == 3, case .reveal(let nonce) = said[1] else {
      Issue.record("\(said)")
      return
    }
    #expect(said[2] == .knock(activityIdentifier: "board"))
    let ends = WordExchange.Ends(
      dialler: peer.peer.device,
      listener: DeviceID(2),
      binding: TestPeer.binding
    )
    let opened = WordExchange(ends: ends, nonce: nonce)
    #expect(opened.commitment(TestPeer.cryptography) == hello.pledge)
  }

  @Test func `nobody who saw some secret numbers can tell the next by them`() {
    var first = SecretStream(secret: [1])
    var second = SecretStream(secret: [2])
    let numbers = (0..<100).map { _ in first.next(.simulated) }
    #expect(Set(numbers).count == 100)
    #expect(numbers.allSatisfy { $0.count == 32 })
    #expect(second.next(.simulated) != numbers[0])
  }
}
