/// How far an invitation or a knock has come.
public enum InvitationProgress: Hashable, Sendable {
  /// The name is being looked up or the address dialled.
  case dialling
  /// The other program has it, and a person there is being asked; the name is the one it gave.
  ///
  /// `words`: four words that stand on the screen there, too, unless somebody is in between.
  case ringing(String, words: String)
}
