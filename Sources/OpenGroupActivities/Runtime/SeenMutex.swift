#if THREAD_SANITIZER
import Glibc

/// The lock of this module in a build for the thread sanitizer, in place of `Synchronization.Mutex`.
///
/// That one waits in the kernel by calls of its own, which the sanitizer does not see: it would take
/// everything that such a lock orders for a race, or all of it would have to be kept from it. What
/// `pthread_mutex_lock` orders it sees.
final class Mutex<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<Result, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
#endif
