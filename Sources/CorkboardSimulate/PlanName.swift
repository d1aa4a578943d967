import BoardSimulator

/// The plans by the names that are printed with a seed and typed to have it again.
enum PlanName: String, CaseIterable {
  case swarm, laws, partitions, big

  var plan: SimulationPlan {
    switch self {
    case .swarm: .swarm
    case .laws: .laws
    case .partitions: .partitions
    case .big: .big(machines: 16, notes: 10_000)
    }
  }

  /// Nil for a plan of other sizes.
  init?(_ plan: SimulationPlan) {
    guard let name = Self.allCases.first(where: { $0.plan == plan }) else { return nil }
    self = name
  }

  /// The name as it can be written while nothing else can be done any more.
  var fixed: StaticString {
    switch self {
    case .swarm: "swarm"
    case .laws: "laws"
    case .partitions: "partitions"
    case .big: "big"
    }
  }
}
