public import MeetingCore

/// The mode in which each role is told to join. The service does not tie it to the token: it is advice that is watched over.
public struct VideoSDKModes: Sendable, Hashable {
  /// Whoever may publish something.
  public var stage = "SEND_AND_RECV"
  /// Whoever may only listen.
  public var audience = "RECV_ONLY"

  public init() {}

  /// The mode of somebody who may publish `permissions`.
  public func mode(of permissions: [Permission]) -> String { permissions.isEmpty ? audience : stage }
}
