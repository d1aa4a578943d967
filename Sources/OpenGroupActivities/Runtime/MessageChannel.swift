import SessionCore

/// Where a message belongs inside a session: the name of its type and its delivery mode.
struct MessageChannel: Hashable, Sendable {
  let name: String
  let delivery: Delivery

  init(_ name: String, _ delivery: Delivery) {
    self.name = name
    self.delivery = delivery
  }
}

/// A message that arrived, not yet decoded: only the receiving loop knows its type.
struct RawMessage: Sendable {
  let source: ParticipantID
  let body: ArraySlice<UInt8>
}
