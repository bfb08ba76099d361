/// How a client works, where it differs from the usual.
public struct StreamVideoOptions: Sendable {
  /// The service, or a mock of it; without a trailing slash.
  public var baseURL: String
  /// How long one request may take in all.
  public var requestTimeout: Duration = .seconds(10)
  /// Where the user is, so that media servers near them are chosen: the code of an airport, as the service takes it.
  public var location = "ERR"
  /// How long is waited for a connection that is being made anew.
  public var reconnectionTimeout: Duration = .seconds(15)

  /// `baseURL` of a mock, or of the service.
  public init(baseURL: String = StreamAccount.publicURL) {
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
  }
}
