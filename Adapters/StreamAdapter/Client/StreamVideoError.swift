/// Why something did not work. Says no token and no address.
public struct StreamVideoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing went wrong.
  public enum Kind: Sendable, Hashable {
    /// The key is not known, or the token is not good: usually they belong to different apps.
    case invalidCredentials
    /// The token is over, and no provider gave a fresh one.
    case tokenExpired
    /// A capability is missing.
    case permissionDenied
    /// The call is backstage: only those who run it may come in.
    case backstage
    case notFound
    /// What was asked makes no sense to the service.
    case invalidRequest
    /// It cannot be done as things are now: the call has ended, it runs already, nobody is there.
    case conflict
    case rateLimited(retryAfter: Duration?)
    /// The service could not be reached, or had trouble of its own.
    case unavailable
    case timeout
    /// The answer makes no sense.
    case badResponse
    /// The waiting task was cancelled, or the client disconnected meanwhile.
    case cancelled
    /// The call is on the service's own media servers: no sound is carried from here.
    case mediaNotSupported
  }

  /// What to go by.
  public let kind: Kind
  /// The service's name of what was done.
  public let operation: String
  /// The service's own error code.
  public let code: Int?
  /// The status of the answer.
  public let status: Int?
  /// In the service's words, or ours.
  public let message: String

  init(_ kind: Kind, operation: String, code: Int? = nil, status: Int? = nil, message: String) {
    self.kind = kind
    self.operation = operation
    self.code = code
    self.status = status
    self.message = message
  }

  public var description: String {
    let numbers = [code.map { "code \($0)" }, status.map { "status \($0)" }].compactMap { $0 }
    let details = numbers.isEmpty ? "" : " (" + numbers.joined(separator: ", ") + ")"
    return "\(operation): \(kind)\(details): \(message)"
  }
}
