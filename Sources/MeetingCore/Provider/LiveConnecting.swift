/// One long connection's whole life.
public protocol LiveConnecting: Sendable {
  /// Returns when the connection is closed for good; throws when it was lost or could not be made. Cancelled, it closes
  /// politely and returns soon.
  func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure)
}
