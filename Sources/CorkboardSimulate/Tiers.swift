import BoardSimulator
import Glibc

/// The tiers that every test run goes through: each has a minimum and a share of the time.
struct Tiers {
  /// Which seeds are ours: the even or the odd ones.
  let part: UInt64
  let seconds: Int

  /// However slow the machine is: two minutes for all, in two processes on two processors.
  static let limit = Duration.seconds(120)

  /// Half of 2,000 states, 600 seeds and 60 seeds; the largest board is for one of the two processes.
  private var tiers: [Tier] {
    let all = [
      Tier(name: "A laws", plan: .laws, seeds: 0, states: 1_000, share: 10),
      Tier(name: "B swarm", plan: .swarm, seeds: 300, share: 40),
      Tier(name: "C partitions", plan: .partitions, seeds: 30, share: 20),
    ]
    let big = SimulationPlan.big(machines: 16, notes: 10_000)
    return part == 0 ? all + [Tier(name: "D big", plan: big, seeds: 1, share: 0)] : all
  }

  /// Returns whether everything held, every minimum was met in time and all of interest was seen.
  func run() -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var verdict = Verdict()
    runMemory(into: &verdict)
    runCodec(into: &verdict)
    runDirected(into: &verdict)
    for tier in tiers { run(tier, into: &verdict) }
    verdict.end(after: clock.now - start, limit: Self.limit)
    for kind in Sightings.Kind.allCases where part == 0 {
      print("  \(verdict.sightings.counts[kind] ?? 0) × \(kind.rawValue)")
    }
    for fault in verdict.faults { print("FAULT: \(fault)") }
    print("part \(part): all in \(clock.now - start)")
    return verdict.isGood
  }

  private func run(_ tier: Tier, into verdict: inout Verdict) {
    let clock = ContinuousClock()
    let start = clock.now
    let budget = Duration.milliseconds(seconds * tier.share * 10)
    // The minimum is owed however slow the machine is, as long as there is time for anything.
    let result = tier.run(from: part, begin: { SeedNote.begin(tier.plan, $0) }) { isEnough in
      clock.now - start < (isEnough ? budget : Self.limit)
    }
    if let failure = result.failure {
      print("tier \(tier.name): seed \(failure.seed): \(failure.error)")
      Explorer(first: failure.seed, limit: .seconds(60))
        .shrink(failure.simulation, tier.plan, failure.seed, failure.error)
    }
    verdict.add(result)
    let least = tier.states > 0 ? "\(tier.states) states" : "\(tier.seeds) seeds"
    print(
      "tier \(tier.name): \(result.seeds) seeds, \(result.states) states in \(clock.now - start); "
        + "at least \(least)"
    )
  }

  /// Short ways straight to a mistake, and seeds that once met one.
  private func runDirected(into verdict: inout Verdict) {
    let clock = ContinuousClock()
    let start = clock.now
    for run in DirectedRun.all where !run.run() { verdict.add(fault: "\(run.name): no") }
    let pinned = PinnedSeed.all.enumerated().filter { UInt64($0.offset % 2) == part }
    for (_, pinned) in pinned {
      do { try pinned.run() } catch {
        verdict.add(fault: "pinned \(pinned.name), seed \(pinned.seed): \(error)")
      }
    }
    print(
      "tier E directed: \(DirectedRun.all.count), and \(pinned.count) pinned seeds in "
        + "\(clock.now - start)"
    )
  }

  /// Every truncation and many flipped bits of each kind of bytes, in bounded time and memory.
  private func runCodec(into verdict: inout Verdict) {
    let clock = ContinuousClock()
    let start = clock.now
    let before = Self.peakMegabytes
    var trial = HostileBytes(seed: part)
    for fault in trial.run(flips: 10_000) { verdict.add(fault: "hostile bytes: \(fault)") }
    for name in HostileBytes.missing { verdict.add(fault: "hostile bytes: no \(name)") }
    let passed = clock.now - start
    let grown = Self.peakMegabytes - before
    print("hostile bytes: \(trial.count) in \(passed), \(grown) MB more at the peak")
    if passed > .seconds(30) { verdict.add(fault: "hostile bytes took \(passed)") }
    if grown >= 64 { verdict.add(fault: "hostile bytes took \(grown) MB") }
  }

  /// What a note of a large board takes: weighed here, before anything else has run.
  ///
  /// With what is kept for those who missed it, and what making it left behind; the board alone is
  /// weighed by `make bench-sync`. The system gives memory in large pieces: hence the room.
  private func runMemory(into verdict: inout Verdict) {
    let notes = 10_000
    let before = Self.residentBytes
    let board = LargeBoard(notes: notes)
    let bytes = (Self.residentBytes - before) / notes
    // The board must live until here.
    print("memory: \(bytes) bytes for each of \(board.count) notes")
    if board.count != notes || bytes <= 0 || bytes > 1_200 {
      verdict.add(fault: "each of \(board.count) notes takes \(bytes) bytes")
    }
  }

  private static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard fgets(&buffer, 256, file) != nil else { return 0 }
    let text = String(decoding: buffer.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }

  private static var peakMegabytes: Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss / 1_024
  }
}
