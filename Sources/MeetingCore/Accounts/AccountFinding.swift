/// What was found of one thing at the vendor's side of an account.
public struct AccountFinding: Sendable, Hashable {
  /// What a finding is about.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    /// Whether the account's own key and secret are taken.
    case credentials
    /// The kinds of room at the vendor, and what people may do there.
    case rooms
    /// How the vendor reports to us.
    case deliveries
    /// How often we may ask.
    case limits
  }

  /// How bad it is.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case good
    /// It works, but not all of it.
    case degraded
    /// It does not work.
    case broken
    /// It could not be told.
    case unknown
  }

  public let subject: Subject
  public let state: State
  /// What is so, for people; no secret in it.
  public let message: String
  /// What to do about it; nil = nothing.
  public let remedy: String?

  /// Whether somebody should do something about it.
  public var isWrong: Bool { state == .degraded || state == .broken }

  public init(_ subject: Subject, _ state: State, _ message: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.message = message
    self.remedy = remedy
  }
}
