/// How an account is used by us.
public struct AccountSituation: Sendable, Hashable {
  /// Where the vendor is to deliver to; nil = not known, because the gateway's public address is not configured.
  public let hookURL: String?

  public init(hookURL: String?) { self.hookURL = hookURL }
}
