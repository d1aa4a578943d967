/// What one UDP packet between two members holds, before it is sealed.
package struct Datagram: Equatable, Sendable {
  package enum Kind: UInt8, Equatable, Sendable {
    /// Asks for an echo of its payload.
    case probe = 1
    case echo = 2
    case message = 3
  }

  package var kind: Kind
  package var payload: [UInt8]

  package init(kind: Kind, payload: [UInt8]) {
    self.kind = kind
    self.payload = payload
  }
}
