/// The events of one kind, in the order in which the service told them. Whoever falls a thousand events behind loses the
/// oldest. Ends when the client disconnects.
public struct CallEventStream<Event: CallEventReading>: AsyncSequence, Sendable {
  static var kept: Int { 1_000 }

  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var events: AsyncStream<CallEvent>.AsyncIterator

    public mutating func next() async -> Event? { await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? {
      while let event = await events.next(isolation: actor) {
        if let read = Event(event) { return read }
      }
      return nil
    }
  }

  private let events: AsyncStream<CallEvent>

  init(_ events: AsyncStream<CallEvent>) { self.events = events }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(events: events.makeAsyncIterator()) }
}
