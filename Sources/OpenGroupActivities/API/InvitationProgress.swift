/// How far an invitation or a knock has come.
public enum InvitationProgress: Hashable, Sendable {
  /// The name is being looked up or the address dialled.
  case dialling
  /// The other program has it, and a person there is being asked; the name is the one it gave.
  case ringing(String)
}
