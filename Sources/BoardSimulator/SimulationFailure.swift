/// What a simulation found wrong: which check, and what it saw.
package struct SimulationFailure: Error, Equatable, Sendable, CustomStringConvertible {
  package var check: String
  package var detail: String

  init(_ check: String, _ detail: String = "") {
    self.check = check
    self.detail = detail
  }

  package var description: String { detail.isEmpty ? check : "\(check): \(detail)" }
}
