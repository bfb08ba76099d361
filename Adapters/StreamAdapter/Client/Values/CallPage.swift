/// A page of the calls that were asked for.
public struct CallPage: Sendable {
  /// Each with its state as the service just told it.
  public let calls: [Call]
  /// For the next page; nil = this is the last.
  public let next: String?
  public let previous: String?
}
