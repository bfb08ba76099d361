/// One part of a call's state as it changes; the latest wins.
public struct CallStateValues<Value: Sendable & Equatable>: AsyncSequence, Sendable {
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var snapshots: AsyncStream<CallSnapshot>.AsyncIterator
    fileprivate let path: any KeyPath<CallSnapshot, Value> & Sendable
    private var last: Value?

    fileprivate init(_ values: CallStateValues) {
      snapshots = values.snapshots.makeAsyncIterator()
      path = values.path
    }

    public mutating func next() async -> Value? { await next(isolation: #isolation) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      while let snapshot = await snapshots.next(isolation: actor) {
        let value = snapshot[keyPath: path]
        if value != last {
          last = value
          return value
        }
      }
      return nil
    }
  }

  fileprivate let snapshots: AsyncStream<CallSnapshot>
  fileprivate let path: any KeyPath<CallSnapshot, Value> & Sendable

  init(snapshots: AsyncStream<CallSnapshot>, path: any KeyPath<CallSnapshot, Value> & Sendable) {
    self.snapshots = snapshots
    self.path = path
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
