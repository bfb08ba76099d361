import HTTPTypes
import Synchronization

/// Answers everything with 204, and keeps the heads.
final class HeadCollector: HTTPHandler {
  private let heads = Mutex<[HTTPRequestHead]>([])

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    heads.withLock { $0.append(request.head) }
    return HTTPResponse(status: 204)
  }

  func take() -> [HTTPRequestHead] {
    heads.withLock { heads in
      defer { heads = [] }
      return heads
    }
  }
}
