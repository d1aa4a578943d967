import BoardSimulator
import Glibc

/// Runs simulations: the tiers that tests need, seeds without end, or seeds for one broken rule.
@main
enum CorkboardSimulate {
  static let usage = """
    usage: CorkboardSimulate tiers [--part 0|1] [--seconds N]
           CorkboardSimulate run [--seed N] [--minutes N]
           CorkboardSimulate replay --plan NAME --seed N [--steps 1-4,9]
           CorkboardSimulate big [--seed N] [--machines N] [--notes N]
           CorkboardSimulate count [--seed N] [--seeds N]
           CorkboardSimulate rare [--seed N] [--seeds N]
    """

  static func main() {
    let options = Options(CommandLine.arguments.dropFirst())
    // A debugger, and the system's own account of a trap, find what they look for in a replay.
    if options.command != "replay" { SeedNote.install() }
    let isGood: Bool
    switch options.command {
    case "tiers":
      let part = options.number("--part") ?? 0
      isGood = Tiers(part: UInt64(part), seconds: options.number("--seconds") ?? 45).run()
    case "run":
      isGood = Explorer(
        first: UInt64(options.number("--seed") ?? 1),
        limit: .seconds(60 * (options.number("--minutes") ?? 1))
      ).run()
    case "big":
      isGood = Explorer(first: UInt64(options.number("--seed") ?? 1), limit: .zero).big(
        machines: options.number("--machines") ?? 32,
        notes: options.number("--notes") ?? 10_000
      )
    case "count":
      isGood = Explorer(first: UInt64(options.number("--seed") ?? 1), limit: .zero)
        .count(seeds: options.number("--seeds") ?? 100)
    case "replay":
      let replay = Replay(
        plan: options.text("--plan"),
        seed: options.number("--seed"),
        steps: options.text("--steps")
      )
      if replay == nil { print(usage) }
      isGood = replay?.run() ?? false
    case "rare":
      isGood = Explorer(first: UInt64(options.number("--seed") ?? 1), limit: .zero)
        .rare(seeds: options.number("--seeds") ?? 300)
    default:
      print(usage)
      isGood = false
    }
    exit(isGood ? 0 : 1)
  }
}
