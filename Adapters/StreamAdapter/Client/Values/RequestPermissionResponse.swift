/// The service has told those who run the call.
public struct RequestPermissionResponse: Sendable, Hashable {
  /// How long the service took, in its words.
  public let duration: String
}
