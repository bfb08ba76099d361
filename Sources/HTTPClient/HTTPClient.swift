package import HTTPTypes
import Synchronization

/// Sends requests to other people's servers, over libcurl. Connections are reused; HTTP/2 where TLS offers it; redirects are
/// answers and never followed; proxies of the environment are not used.
package final class HTTPClient: HTTPTransport {
  private let loop: TransferLoop
  private let nextID = Atomic<Int>(0)

  package init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    loop = TransferLoop(configuration)
  }

  deinit { loop.abandon() }

  /// Cancelling the task frees the transfer at once.
  package func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    guard RequestCheck.isSound(request) else {
      throw HTTPClientFailure(
        .invalidRequest, requestMayHaveBeenSent: false, detail: "control characters or no http URL")
    }
    guard !Task.isCancelled else { throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false) }
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    let loop = loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        if !loop.add(Transfer(id: id, request: request, done: done)) {
          done.resume(returning: .failure(HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false)))
        } else if Task.isCancelled {
          loop.cancel(id)
        }
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try result.get()
  }

  /// Fails what is on its way with `.cancelled` and frees everything.
  package func shutdown() async { await loop.stop() }
}
