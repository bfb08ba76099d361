/// The one error that leaves the gateway. Holds no secret: texts from a vendor have been redacted.
public struct GatewayError: Error, Sendable, Hashable {
  public let code: ErrorCode
  public let detail: String
  public var issues: [FieldIssue] = []
  /// The provider that serves the room, when one was involved.
  public var provider: String?
  public var providerKind: String?
  /// The vendor's failure, when it was asked.
  public var failure: ProviderFailure?
  public var capability: Capability?
  /// Providers that have the missing capability.
  public var alternatives: [String] = []
  public var retryAfterSeconds: Int?
  /// When a backstage room opens to its audience, as far as known.
  public var opensAt: Timestamp?
  public var existingID: String?
  /// The operation that will tell the outcome.
  public var operation: String?
  public var requiredKind: String?
  /// What must not be done twice may have been done all the same: a repeat under the same key must not run.
  public var leavesOpen = false
  /// Allowed methods, for `methodNotAllowed`.
  public var allow: [String] = []

  public init(_ code: ErrorCode, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The same error with something added.
  public func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
