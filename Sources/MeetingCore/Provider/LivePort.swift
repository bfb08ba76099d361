/// What a live connection talks to the engine through.
public struct LivePort: Sendable {
  /// Somebody else has the connection now: what was to be told is not told, and running it must end.
  public struct Fenced: Error, Sendable, Hashable { public init() {} }

  /// What the engine wants done, in order. Ends with the connection.
  public let requests: AsyncStream<LiveRequest>
  /// Returns when the facts are committed.
  public let emit: @Sendable ([Fact]) async throws(Fenced) -> Void

  public init(requests: AsyncStream<LiveRequest>, emit: @escaping @Sendable ([Fact]) async throws(Fenced) -> Void) {
    self.requests = requests
    self.emit = emit
  }
}
