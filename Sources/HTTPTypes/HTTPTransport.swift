/// Sends one request to a vendor and returns its whole answer. Implemented by the HTTP client and by scripted tests.
package protocol HTTPTransport: Sendable {
  /// Cancellation frees the transfer at once and throws `.cancelled`. Redirects are answers, never followed.
  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse
}
