/// Plays the vendor's side of a call: what its media and its agent do. Everything is about the latest call at the vendor.
public protocol CallControls: Sendable {
  /// The caller's candidates that have reached the vendor, in order.
  func candidates() async throws -> [String]
  /// Whether the call goes on, as far as the vendor knows; false without any.
  func hasLiveCall() async throws -> Bool
  /// The call's media come about.
  func connectMedia() async throws
  /// The vendor's agent says something. Needs media.
  func say(_ text: String) async throws
  /// The vendor hangs up.
  func hangUp() async throws
  /// The vendor's agent fails.
  func failCall() async throws
}
