/// Disturbs the connections over which the vendor tells what happens.
public protocol FeedControls: Sendable {
  /// The vendor ends every such connection, as in a restart.
  func cut() async throws
}
