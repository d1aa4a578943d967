extension GroupSessionMessenger {
  /// Messages of one type with their senders, as they arrive.
  public struct Messages<Message>: AsyncSequence where Message: Codable {
    /// A message and what is known about it.
    public typealias Element = (Message, MessageContext)

    /// The sequence never fails.
    public typealias Failure = Never

    let hub: MessageHub
    let channel: MessageChannel

    /// Starts a loop of its own, with a copy of everything that arrives from now on.
    public func makeAsyncIterator() -> Iterator {
      Iterator(inbox: hub.open(channel))
    }

    /// The place of one loop in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
      let inbox: MessageInbox

      /// Waits for the next message; nil when the session is over or the task is cancelled.
      public mutating func next() async -> Element? {
        while let raw = await inbox.next() {
          if let message = MessageCoding.message(Message.self, raw.body) {
            return (message, MessageContext(source: Participant(raw.source)))
          }
        }
        return nil
      }
    }
  }
}

extension GroupSessionMessenger.Messages: Sendable where Message: Sendable {}
extension GroupSessionMessenger.Messages.Iterator: Sendable where Message: Sendable {}
