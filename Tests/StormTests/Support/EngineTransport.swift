import HTTPTypes
import MockKit

/// Carries the adapter's requests to the mock without a wire.
struct EngineTransport: HTTPTransport {
  static let base = "http://vendor.test"

  let engine: MockEngine
  /// For whatever goes elsewhere.
  var others: (any HTTPTransport)?

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    guard request.url.hasPrefix(Self.base) else {
      guard let others else { throw HTTPClientFailure(.nameNotResolved, requestMayHaveBeenSent: false) }
      return try await others.send(request)
    }
    let target = request.url.dropFirst(Self.base.count).split(separator: "?", maxSplits: 1).map(String.init)
    let head = HTTPRequestHead(
      method: request.method, path: target[0], query: target.count > 1 ? target[1] : nil, fields: request.fields,
      contentLength: request.body?.count, hasBody: request.body != nil)
    let answer = await engine.respond(to: HTTPRequest(head: head, body: request.body ?? []))
    guard case .bytes(let body) = answer.body else { return HTTPClientResponse(status: answer.status) }
    return HTTPClientResponse(status: answer.status, fields: answer.fields, body: body)
  }
}
