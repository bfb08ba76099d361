import HTTPTypes

/// A transport that is not there.
struct NoTransport: HTTPTransport {
  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    throw HTTPClientFailure(.connectFailed, requestMayHaveBeenSent: false)
  }
}
