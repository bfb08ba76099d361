/// How long a call's media may take; nil = as long as they like.
public struct CallTimers: Sendable, Hashable {
  /// From the caller's first report to a connection.
  public let connect: Duration?
  /// From a lost connection to its return.
  public let grace: Duration?

  public static var none: Self { Self(connect: nil, grace: nil) }

  public init(connect: Duration?, grace: Duration?) {
    self.connect = connect
    self.grace = grace
  }
}
