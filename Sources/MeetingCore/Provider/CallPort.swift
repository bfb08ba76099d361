/// What a call at the vendor talks to the engine through.
public struct CallPort: Sendable {
  /// What the caller's side sends, in order. Ends with the call. Candidates may come before the answer is told, since those
  /// in the offer are not among them.
  public let requests: AsyncStream<CallRequest>
  /// Takes what the vendor told, in order; returns when it is taken, and committed where it is kept. After the call's end
  /// nothing comes of it.
  public let tell: @Sendable (CallSignal) async -> Void

  public init(requests: AsyncStream<CallRequest>, tell: @escaping @Sendable (CallSignal) async -> Void) {
    self.requests = requests
    self.tell = tell
  }
}
