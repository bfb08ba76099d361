import HTTPTypes

/// A handler made of two closures.
struct ScriptedHandler: HTTPHandler {
  var admission: @Sendable (HTTPRequestHead) async -> HTTPAdmission = { _ in .read(limit: 1 << 20) }
  var answer: @Sendable (HTTPRequest) async -> HTTPResponse

  func admit(_ head: HTTPRequestHead) async -> HTTPAdmission { await admission(head) }

  func respond(to request: HTTPRequest) async -> HTTPResponse { await answer(request) }

  /// Answers with method, path, query and body.
  static let echo = ScriptedHandler { request in
    let text = "\(request.head.method) \(request.head.path)|\(request.head.query ?? "nil")|"
    return HTTPResponse(status: 200, body: .bytes(Array(text.utf8) + request.body))
  }
}
