import Synchronization

/// Keeps a subscription alive: when it is released or cancelled, deliveries stop.
///
/// May be cancelled from any thread, more than once, and from inside a delivery.
public final class AnyCancellable: Hashable, Sendable {
  private let action: Mutex<(@Sendable () -> Void)?>

  /// Makes a token that runs `cancel` once, at the latest when the token is released.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    action = Mutex(cancel)
  }

  deinit { cancel() }

  /// Ends the subscription.
  ///
  /// A delivery that another thread has begun may still finish.
  public func cancel() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  /// Keeps this token for as long as the set keeps it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Tokens are equal when they are the same token.
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  /// Feeds the identity of the token.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
