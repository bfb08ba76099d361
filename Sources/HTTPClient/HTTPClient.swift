package import HTTPTypes
import Synchronization

/// Sends requests to other people's servers, over libcurl.
///
/// Connections are reused, HTTP/2 where TLS offers it. Redirects are answers and never followed; proxies, netrc and
/// cookies are not used. A gzip body comes inflated, its fields as they were sent. A request that may not be repeated
/// (POST, PATCH) is never sent twice: where a kept connection dies under it, it fails with `.connectionLost`.
package final class HTTPClient: HTTPTransport {
  let configuration: HTTPClientConfiguration
  private let loop: TransferLoop
  private let nextID = Atomic<Int>(0)

  package init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) {
    self.configuration = configuration
    loop = TransferLoop(configuration)
  }

  deinit { loop.abandon() }

  /// Cancelling the task frees the transfer at once.
  package func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    guard RequestCheck.isSound(request) else {
      throw HTTPClientFailure(
        .invalidRequest, requestMayHaveBeenSent: false, detail: "not a request to put on the wire")
    }
    guard !Task.isCancelled else { throw Self.cancelled }
    let id = nextID.wrappingAdd(1, ordering: .relaxed).newValue
    let loop = loop
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        if !loop.add(Transfer(id: id, request: request, done: done)) {
          done.resume(returning: .failure(Self.cancelled))
        } else if Task.isCancelled {
          // The handler may have run before the loop knew of the transfer.
          loop.cancel(id)
        }
      }
    } onCancel: {
      loop.cancel(id)
    }
    return try ContentCoding.decode(result.get(), of: request)
  }

  /// Fails what is on its way with `.cancelled`, frees everything and returns when the thread has ended. Later requests
  /// fail with `.cancelled`. Not cut short by cancellation: it takes no longer than freeing does.
  package func shutdown() async { await loop.stop() }

  private static let cancelled = HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false, detail: "cancelled")
}
