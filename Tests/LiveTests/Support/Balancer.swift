import HTTPTypes
import Synchronization

/// Passes requests to one of several handlers; while there is none, nobody answers.
final class Balancer: HTTPHandler {
  private let target = Mutex<(any HTTPHandler)?>(nil)

  func use(_ handler: (any HTTPHandler)?) { target.withLock { $0 = handler } }

  func admit(_ head: HTTPRequestHead) async -> HTTPAdmission {
    guard let handler = target.withLock({ $0 }) else { return .answer(HTTPResponse(status: 502)) }
    return await handler.admit(head)
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let handler = target.withLock({ $0 }) else { return HTTPResponse(status: 502) }
    return await handler.respond(to: request)
  }
}
