import HTTPTypes

/// No request ever arrives anywhere.
struct AnsweringNothing: HTTPTransport {
  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    throw HTTPClientFailure(.connectFailed, requestMayHaveBeenSent: false)
  }
}
