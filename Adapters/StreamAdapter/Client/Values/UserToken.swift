import Cryptography

/// What says who somebody is: made by the application's own server, never from its secret within an app. Prints as
/// `<redacted>`.
public struct UserToken: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible,
  CustomDebugStringConvertible, CustomReflectable
{
  private let secret: Secret

  /// The token as the application's server made it.
  public init(rawValue: String) { secret = Secret(rawValue) }
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The token of whoever has none: anonymous users where the application lets them in without, and guests.
  public static let empty = UserToken(rawValue: "")

  /// The token itself, to be sent and never shown.
  public var rawValue: String { secret.revealed }
  var isEmpty: Bool { secret.isEmpty }

  public var description: String { secret.description }
  public var debugDescription: String { secret.description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
