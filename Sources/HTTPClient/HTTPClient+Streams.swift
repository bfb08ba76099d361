package import HTTPTypes

extension HTTPClient: ByteStreamOpening {
  /// Connects on a thread of its own, since the library's connect-only transfers cannot leave its loop.
  package func openStream(to url: String, timeouts: HTTPTimeouts) async throws(HTTPClientFailure) -> any ByteStream {
    let attempt = StreamAttempt(url: url, timeouts: timeouts, configuration: configuration)
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { attempt.start($0) }
    } onCancel: {
      attempt.cancel()
    }.get()
  }
}
