/// What should happen to an activity that is about to start.
public enum GroupActivityActivationResult: Sendable, Hashable {
  /// Share it: call `activate()`.
  case activationPreferred
  /// Run it on this device alone.
  case activationDisabled
  /// The person backed out.
  case cancelled
}
