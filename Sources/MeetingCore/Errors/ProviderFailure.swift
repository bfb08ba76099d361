/// Why a vendor did not do what it was asked. Made by an adapter's one classifier.
public struct ProviderFailure: Error, Sendable, Hashable {
  /// What the vendor objected to, or what came between.
  public enum Reason: Sendable, Hashable {
    case credentials
    case forbidden
    /// The thing the operation was about. `participantNotFound` where the room is there and the person is not.
    case notFound
    case participantNotFound
    case conflict
    /// It needs somebody in the room, and nobody is.
    case noActiveSession
    case invalid
    case rateLimited(retryAfter: Duration?)
    case unavailable
    case timeout
    /// The vendor was not asked: it failed too often of late. Never made by an adapter.
    case leftAlone(retryAfter: Duration)
    /// It goes over a connection of ours that is not up at the moment: offered, and to be had again soon.
    case notConnected(retryAfter: Duration)
    /// Another connection under the same name has taken the place of this one.
    case superseded
    case badResponse(pointer: String)
    case cancelled
  }

  /// Whether the vendor did it all the same: this alone drives retry, fallback and `unknown`.
  public enum Executed: Sendable, Hashable { case no, maybe, yes }

  public let reason: Reason
  public let executed: Executed
  /// The vendor's name of the operation.
  public let operation: String
  public let vendorStatus: Int?
  public let vendorCode: String?
  public let vendorMessage: Redacted?
  public let vendorRequestID: String?

  public init(
    _ reason: Reason, executed: Executed, operation: String, vendorStatus: Int? = nil, vendorCode: String? = nil,
    vendorMessage: Redacted? = nil, vendorRequestID: String? = nil
  ) {
    self.reason = reason
    self.executed = executed
    self.operation = operation
    self.vendorStatus = vendorStatus
    self.vendorCode = vendorCode
    self.vendorMessage = vendorMessage
    self.vendorRequestID = vendorRequestID
  }
}
