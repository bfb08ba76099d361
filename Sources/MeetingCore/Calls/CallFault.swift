/// A call could not be made, or was lost.
public struct CallFault: Error, Sendable, Hashable {
  /// What is told of the call.
  public let error: CallError
  /// What whoever waits for the call's answer is told; made by the adapter's one classifier.
  public let failure: ProviderFailure

  public init(_ error: CallError, _ failure: ProviderFailure) {
    self.error = error
    self.failure = failure
  }
}
