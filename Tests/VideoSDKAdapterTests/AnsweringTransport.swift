import HTTPTypes
import JSONCoding
import Synchronization

/// Answers each request by a function of what was asked, whatever the order, and remembers all of them.
final class AnsweringTransport: HTTPTransport {
  typealias Answer = Result<HTTPClientResponse, HTTPClientFailure>

  private let answer: @Sendable (Asked, Int) -> Answer
  private let log = Mutex<[HTTPClientRequest]>([])

  /// `answer` gets the request and how many came before it.
  init(_ answer: @escaping @Sendable (Asked, Int) -> Answer) { self.answer = answer }

  /// One answer to each `METHOD /path`; anything else is not found.
  convenience init(_ answers: [String: Answer]) {
    self.init { asked, _ in answers[asked.line] ?? .error(["error": "no such route"], status: 404) }
  }

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    if Task.isCancelled { throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false) }
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try answer(Asked(request), index).get()
  }

  var requests: [HTTPClientRequest] { log.withLock { $0 } }
  var asked: [Asked] { requests.map(Asked.init) }
  /// `METHOD /path`, in the order of arrival.
  var lines: [String] { asked.map(\.line) }
}

/// A request as tests look at it.
struct Asked: Sendable {
  let method: String
  /// Without the query.
  let path: String
  /// The query as it is written; empty without one.
  let query: String
  let body: JSON
  let fields: HTTPFields

  init(_ request: HTTPClientRequest) {
    method = request.method
    let parts = request.url.dropFirst(Fixture.base.count).split(separator: "?", maxSplits: 1)
    path = String(parts.first ?? "")
    query = parts.count > 1 ? String(parts[1]) : ""
    body = (try? JSON.parse(request.body ?? [], mode: .strict)) ?? .null
    fields = request.fields
  }

  var line: String { "\(method) \(path)" }
}

extension Result<HTTPClientResponse, HTTPClientFailure> {
  static func json(_ value: JSON, status: Int = 200) -> Self {
    .success(HTTPClientResponse(status: status, fields: ["Content-Type": "application/json"], body: value.bytes()))
  }

  static func text(_ text: String, status: Int = 200) -> Self {
    .success(HTTPClientResponse(status: status, fields: ["Content-Type": "text/plain"], body: Array(text.utf8)))
  }

  static func error(_ body: JSON, status: Int, fields: HTTPFields = [:]) -> Self {
    .success(HTTPClientResponse(status: status, fields: fields, body: body.bytes()))
  }
}
