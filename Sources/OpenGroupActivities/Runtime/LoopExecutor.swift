import CSystem
import Glibc
import Synchronization

/// One thread, one poller, and the jobs of one actor.
///
/// Atomics and no lock: the thread sanitizer does not see what Swift's `Mutex` orders. Descriptors
/// are constants, the rest is atomic. Jobs run in the order in which they came; those that a job
/// adds wait for the next turn, so that jobs cannot starve the descriptors.
package final class LoopExecutor: SerialExecutor {
  private let poller: Int32
  private let wake: Int32
  private let jobs = JobStack()
  private let sleeping = Atomic<Bool>(false)
  private let thread = Atomic<UInt>(0)
  private let phase = Atomic<UInt8>(Phase.looping)
  private let wakeUpCount = Atomic<Int>(0)
  private let turnCount = Atomic<Int>(0)
  private static let wakeToken: UInt64 = .max
  private static let eventsPerTurn = 64

  private enum Phase {
    static let looping: UInt8 = 0
    static let ended: UInt8 = 1
    static let draining: UInt8 = 2
  }

  /// An executor without a thread yet: jobs wait until `start` or `run`.
  ///
  /// Traps when the system has no descriptor for a poller: without one nothing can run.
  package init() {
    poller = cs_poller_create()
    wake = cs_wake_create()
    precondition(poller >= 0 && wake >= 0, "no descriptors left for an event loop")
    _ = cs_poller_add(poller, wake, Readiness.read.rawValue, Self.wakeToken)
  }

  deinit {
    close(poller)
    close(wake)
  }

  /// Nanoseconds on the clock of every deadline.
  ///
  /// It goes on while the machine is suspended.
  package static var now: UInt64 { cs_boot_time() }

  /// How often a sleeping loop was woken from outside.
  package var wakeUps: Int { wakeUpCount.load(ordering: .relaxed) }

  /// How many turns the loop has made.
  package var turns: Int { turnCount.load(ordering: .relaxed) }

  // MARK: Descriptors

  /// Watches a descriptor.
  ///
  /// The token is handed to the driver; never use one twice, and not `.max`.
  ///
  /// - Returns: false when the system refuses.
  @discardableResult package func add(
    _ descriptor: Int32,
    for interest: Readiness,
    token: UInt64
  ) -> Bool {
    cs_poller_add(poller, descriptor, interest.rawValue, token) == 0
  }

  /// Changes what a watched descriptor is watched for.
  @discardableResult package func change(
    _ descriptor: Int32,
    for interest: Readiness,
    token: UInt64
  ) -> Bool {
    cs_poller_change(poller, descriptor, interest.rawValue, token) == 0
  }

  /// Stops watching.
  ///
  /// Closing a descriptor that was not duplicated does the same.
  package func remove(_ descriptor: Int32) {
    _ = cs_poller_remove(poller, descriptor)
  }

  // MARK: Jobs

  package func enqueue(_ job: consuming ExecutorJob) {
    // The runtime holds executors unowned. Once the job is out, the loop may run it, its task may
    // end, and the actor and this executor may go, all before the next line. So hold on first.
    let hold = Unmanaged.passRetained(self)
    defer { hold.release() }
    jobs.push(UnownedJob(job))
    nudge()
    // After the loop a thread is made for what still comes: a last call.
    let change = phase.compareExchange(
      expected: Phase.ended,
      desired: Phase.draining,
      ordering: .sequentiallyConsistent
    )
    if change.exchanged { startDraining() }
  }

  private func startDraining() {
    let started = DetachedThread.start { self.drain() }
    precondition(started, "no thread for the last calls")
  }

  /// Wakes the loop if it sleeps; from any thread.
  ///
  /// What it should look at is elsewhere.
  package func nudge() {
    guard sleeping.load(ordering: .sequentiallyConsistent),
      sleeping.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    wakeUpCount.add(1, ordering: .relaxed)
    cs_wake_signal(wake)
  }

  private var isOnThread: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  package func checkIsolated() { precondition(isOnThread, "not on the loop's thread") }

  package func isIsolatingCurrentContext() -> Bool? { isOnThread }

  // MARK: The loop

  /// Starts a thread of its own, which holds the driver until the driver ends the loop.
  ///
  /// Traps when the system has no thread left.
  package func start(_ driver: some LoopDriver) {
    let started = DetachedThread.start { self.run(driver) }
    precondition(started, "no thread for an event loop")
  }

  /// Runs the loop on the calling thread and returns when the driver ends it.
  ///
  /// Once only.
  package func run(_ driver: some LoopDriver) {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    withUnsafeTemporaryAllocation(of: cs_event.self, capacity: Self.eventsPerTurn) { events in
      while turn(driver, events) {}
    }
    drain()
  }

  private func turn(
    _ driver: some LoopDriver,
    _ events: UnsafeMutableBufferPointer<cs_event>
  ) -> Bool {
    turnCount.add(1, ordering: .relaxed)
    runJobs()
    let wait = driver.assumeIsolated { $0.prepareToWait(Self.now) }
    if wait == .end { return false }
    // First say that we sleep, then look again: whoever adds something does it the other way round.
    sleeping.store(true, ordering: .sequentiallyConsistent)
    let isBusy = !jobs.isEmpty || driver.assumeIsolated { $0.hasMoreToDo }
    let timeout = isBusy ? 0 : Self.timeout(wait)
    let count = cs_poller_wait(poller, events.baseAddress, Int32(events.count), timeout)
    sleeping.store(false, ordering: .sequentiallyConsistent)
    let woke = Self.now
    for event in events.prefix(Int(count)) {
      if event.token == Self.wakeToken {
        cs_wake_clear(wake)
        continue
      }
      let ready = Readiness(rawValue: event.ready)
      driver.assumeIsolated { $0.handle(event.token, ready, woke) }
    }
    return true
  }

  /// Nanoseconds for the poller; negative means no limit.
  private static func timeout(_ wait: LoopWait) -> Int64 {
    switch wait {
    case .untilWoken: return -1
    case .end: return 0
    case .until(let deadline):
      let now = Self.now
      return deadline <= now ? 0 : Int64(clamping: deadline - now)
    }
  }

  private func runJobs() {
    jobs.takeAll { $0.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  private func drain() {
    while true {
      thread.store(UInt(pthread_self()), ordering: .relaxed)
      while !jobs.isEmpty { runJobs() }
      thread.store(0, ordering: .relaxed)
      phase.store(Phase.ended, ordering: .sequentiallyConsistent)
      guard !jobs.isEmpty else { return }
      let change = phase.compareExchange(
        expected: Phase.ended,
        desired: Phase.draining,
        ordering: .sequentiallyConsistent
      )
      guard change.exchanged else { return }
    }
  }
}
