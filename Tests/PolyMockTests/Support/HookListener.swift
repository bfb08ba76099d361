import HTTPTypes
import Synchronization

/// Takes deliveries from the wire.
final class HookListener: HTTPHandler {
  private let taken = Mutex<[HTTPRequest]>([])

  var requests: [HTTPRequest] { taken.withLock { $0 } }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    taken.withLock { $0.append(request) }
    return HTTPResponse(status: 200)
  }
}
