import Glibc

/// A thread that nobody waits for.
enum DetachedThread {
  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread; false when the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    let result = pthread_create(
      &thread,
      nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      },
      box.toOpaque()
    )
    guard result == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
