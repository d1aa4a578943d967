/// What `corkboard doctor` found: one finding a line, and below it what to do.
struct DoctorReport: Equatable {
  /// How bad something is.
  enum Verdict: String {
    case fine = "ok"
    /// Worth knowing; nothing is broken.
    case note
    case problem
  }

  /// One thing that was looked at.
  struct Finding: Equatable {
    let verdict: Verdict
    let topic: String
    /// Text from others in it is made harmless when it is shown.
    let text: String
    /// What to do.
    let advice: [String]
  }

  private(set) var findings: [Finding] = []

  mutating func add(
    _ verdict: Verdict,
    _ topic: String,
    _ text: String,
    advice: String...
  ) {
    findings.append(Finding(verdict: verdict, topic: topic, text: text, advice: advice))
  }

  var hasProblem: Bool { findings.contains { $0.verdict == .problem } }

  /// All of it, for a terminal.
  var text: String {
    var lines: [String] = []
    for finding in findings {
      let head = Self.padded(finding.verdict.rawValue, 9) + Self.padded(finding.topic, 11)
      lines.append(head + finding.text.visible)
      for advice in finding.advice {
        lines.append(String(repeating: " ", count: 20) + "→ " + advice.visible)
      }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
