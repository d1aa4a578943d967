import FoundationEssentials
import SessionCore
import Testing

@testable import OpenGroupActivities

/// Signatures of devices, and who is put out, over real sockets.
@Suite(.timeLimit(.minutes(1))) struct RemovalTests {
  @Test func `a device signs, and one changed bit is noticed`() {
    let key = DeviceKey()
    let signer = Signer(key)
    let cryptography = SystemCryptography.functions
    #expect(cryptography.device(signer.publicKey) == DeviceID(hash: key.deviceID))
    let bytes: [UInt8] = [1, 2, 3]
    let signature = signer.sign(bytes)
    #expect(cryptography.isSigned(bytes, signature, signer.publicKey))
    #expect(!cryptography.isSigned([1, 2], signature, signer.publicKey))
    #expect(!cryptography.isSigned(bytes, signature, Signer(DeviceKey()).publicKey))
    #expect(!cryptography.isSigned(bytes, [], signer.publicKey))
    #expect(!cryptography.isSigned(bytes, signature, []))
    for bit in stride(from: 0, to: 512, by: 37) {
      var changed = signature
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!cryptography.isSigned(bytes, changed, signer.publicKey))
    }
  }

  @Test func `the key of RFC 8032 signs what it signs there`() throws {
    let seed: [UInt8] = [
      0x9D, 0x61, 0xB1, 0x9D, 0xEF, 0xFD, 0x5A, 0x60, 0xBA, 0x84, 0x4A, 0xF4, 0x92, 0xEC, 0x2C,
      0xC4, 0x44, 0x49, 0xC5, 0x69, 0x7B, 0x32, 0x69, 0x19, 0x70, 0x3B, 0xAC, 0x03, 0x1C, 0xAE,
      0x7F, 0x60,
    ]
    let signer = Signer(try #require(DeviceKey(bytes: seed)))
    #expect(signer.publicKey.prefix(4) == [0xD7, 0x5A, 0x98, 0x01])
    #expect(signer.sign([]).prefix(4) == [0xE5, 0x56, 0x43, 0x00])
    #expect(signer.sign([]).suffix(2) == [0x10, 0x0B])
  }

  @Test func `who is removed hears from whom, and the others stay together`() async throws {
    let (ada, bo, cy) = (try Party.start("Ada"), try Party.start("Bo"), try Party.start("Cy"))
    let hosted = try await Party.found(ada)
    let second = try await Party.invite(bo, from: ada)
    let third = try await Party.invite(cy, from: bo)
    try await Party.wait(for: hosted, count: 3)
    try await Party.wait(for: second, count: 3)
    let news = Task { () -> People.Removal? in
      for await event in bo.visitors { if case .removed(let removal) = event { return removal } }
      return nil
    }
    ada.remove(third.localParticipant.id)
    for await state in third.$state.values {
      guard case .invalidated(let reason) = state else { continue }
      let ending = reason as? GroupSessionEnding
      #expect(ending == .removed(by: hosted.localParticipant))
      break
    }
    try await Party.wait(for: hosted, count: 2)
    try await Party.wait(for: second, count: 2)
    let removal = try #require(await news.value)
    #expect(removal.participant == third.localParticipant && removal.name == "Cy")
    #expect(removal.remover == hosted.localParticipant && removal.removerName == "Ada")
    await Party.stop(ada, bo, cy)
  }
}
