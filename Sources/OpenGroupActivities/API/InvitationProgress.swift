/// How far an invitation or a knock has come.
public enum InvitationProgress: Hashable, Sendable {
  /// The name is being looked up or the address dialled.
  case dialling
  /// The other program has it, and a person there is being asked; the name is the one it gave.
  ///
  /// `words`: four words that stand on the screen there, too, unless somebody is in between.
  /// `device`: the device that answers, as 16 bytes, to recognize one that was met before.
  case ringing(String, words: String, device: [UInt8])
}
