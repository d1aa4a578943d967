/// What one member signed about who belongs to the session: that a device was let in, or removed.
///
/// The signature covers the session, too, which the record itself does not carry: a record of
/// another session cannot be passed off for one of this.
package struct MembershipRecord: Hashable, Sendable {
  package enum Deed: UInt8, Hashable, Sendable {
    case admission = 1
    case removal = 2
  }

  /// The first 16 bytes of a hash of all that is signed.
  package typealias Name = UInt128

  /// Names that a removal may list.
  package static let keptLimit = 128
  /// Admissions of one device: far more than there are quarrels about it.
  package static let standingLimit: UInt32 = 1 << 16

  package let deed: Deed
  /// Whom it is about.
  package let subject: DeviceID
  /// Which admission of the subject this is, 1 for the first, or which one the removal undoes.
  package let standing: UInt32
  /// Who signed, 32 bytes.
  package let signerKey: [UInt8]
  /// The admission on which the signer stands; 0 for the founder's own.
  package let signerStanding: UInt32
  /// Of a removal: what the subject had signed in this standing and the remover knows of.
  ///
  /// That stays valid; what else the subject signs in this standing, whatever it says about when,
  /// does not count. Sorted.
  package let kept: [Name]
  package let signature: [UInt8]

  /// Signs.
  init(
    _ deed: Deed,
    of subject: DeviceID,
    standing: UInt32,
    signerStanding: UInt32,
    kept: [Name] = [],
    in session: SessionID,
    by signer: Signer
  ) {
    self.deed = deed
    self.subject = subject
    self.standing = standing
    self.signerStanding = signerStanding
    self.kept = kept
    signerKey = signer.publicKey
    var writer = ByteWriter()
    MembershipRecord.writeSigned(
      (deed, subject, standing, signer.publicKey, signerStanding, kept, session),
      into: &writer
    )
    signature = signer.sign(writer.bytes)
  }

  /// What the signature is made of.
  func signedBytes(in session: SessionID) -> [UInt8] {
    var writer = ByteWriter()
    MembershipRecord.writeSigned(
      (deed, subject, standing, signerKey, signerStanding, kept, session),
      into: &writer
    )
    return writer.bytes
  }

  private typealias Fields = (
    deed: Deed, subject: DeviceID, standing: UInt32, signerKey: [UInt8], signerStanding: UInt32,
    kept: [Name], session: SessionID
  )

  private static func writeSigned(_ fields: Fields, into writer: inout ByteWriter) {
    writer.text(fields.deed == .admission ? "oga admission" : "oga removal", limit: 64)
    writer.integer(fields.session.rawValue)
    writer.integer(fields.subject.rawValue)
    writer.integer(fields.standing)
    writer.raw(fields.signerKey)
    writer.integer(fields.signerStanding)
    writer.integer(UInt16(truncatingIfNeeded: fields.kept.count))
    for name in fields.kept { writer.integer(name) }
  }

  package init(from reader: inout ByteReader) throws(WireError) {
    guard let deed = Deed(rawValue: try reader.integer()) else { throw .malformed }
    self.deed = deed
    subject = DeviceID(try reader.integer())
    standing = try reader.integer()
    signerKey = try reader.raw(Signer.keyBytes)
    signerStanding = try reader.integer()
    let count = try reader.count(limit: MembershipRecord.keptLimit, elementWidth: 16)
    guard deed == .removal || count == 0 else { throw .malformed }
    var kept: [Name] = []
    for _ in 0..<count { kept.append(try reader.integer()) }
    // One form of each record: two of one content would have two names.
    guard zip(kept, kept.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .malformed }
    self.kept = kept
    signature = try reader.raw(Signer.signatureBytes)
  }

  package func encode(into writer: inout ByteWriter) {
    writer.integer(deed.rawValue)
    writer.integer(subject.rawValue)
    writer.integer(standing)
    writer.raw(signerKey)
    writer.integer(signerStanding)
    writer.integer(UInt16(truncatingIfNeeded: kept.count))
    for name in kept { writer.integer(name) }
    writer.raw(signature)
  }

  /// How many bytes it takes on the wire.
  var encodedCount: Int { 123 + 16 * kept.count }
}
