/// How the gateway itself sits in a room, to hear at once what happens and to act there: a connection that shows in the
/// service's lists and counts against its quotas.
public struct VideoSDKSeat: Sendable, Hashable {
  /// What the connection takes part in.
  public enum Mode: String, Sendable, CaseIterable {
    /// There is none: only what REST can do is offered.
    case off
    /// It hears events and messages and no media.
    case signallingOnly = "signalling_only"
    /// Where the service tells less without media: it could receive, but lets its transports unconnected.
    case receiveOnly = "recv_only"
  }

  public var mode = Mode.signallingOnly

  public init() {}
}
