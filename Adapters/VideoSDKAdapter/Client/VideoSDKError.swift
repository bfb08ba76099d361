/// Why something did not work. Says no token and no address.
public struct VideoSDKError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What kind of thing went wrong.
  public enum Kind: Sendable, Hashable {
    /// There is no token, or the service refuses it.
    case invalidToken
    /// There is no such meeting.
    case invalidMeeting
    /// A parameter makes no sense; named.
    case invalidParameter(String)
    /// The token does not allow it, or somebody decided against it.
    case notAllowed
    /// It was done before the meeting was joined, or after it was left.
    case notJoined
    /// It is as was asked already.
    case alreadyThere
    /// The connection is being made anew.
    case reconnecting
    /// It cannot be done as things are now.
    case conflict
    case rateLimited
    case timedOut
    /// The service could not be reached, or had trouble of its own.
    case unavailable
    /// The answer makes no sense.
    case badResponse
    /// Somebody else came as the same participant.
    case duplicateParticipant
    /// The meeting was left meanwhile, or the waiting task was cancelled.
    case cancelled
  }

  /// What to go by.
  public let kind: Kind
  /// The vendor's number: 3xxx was found out on this side, 4xxx refused by the service, 5xxx is something that stopped
  /// running. 0 = there is none for it.
  public let code: Int
  /// In the service's words, or ours.
  public let message: String

  init(_ kind: Kind, code: Int, message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  public var description: String { "VideoSDKError \(code) (\(kind)): \(message)" }
}
