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

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try answer(Asked(request), index).get()
  }

  var requests: [HTTPClientRequest] { log.withLock { $0 } }
  var asked: [Asked] { requests.map(Asked.init) }
  /// `METHOD path`, in the order of arrival.
  var lines: [String] { asked.map(\.line) }
}

/// A request as tests look at it.
struct Asked: Sendable {
  let method: String
  /// Below the version prefix, without the query.
  let path: String
  let query: QueryParameters?
  let body: JSON

  init(_ request: HTTPClientRequest) {
    method = request.method
    let parts = request.url.split(separator: "?", maxSplits: 1)
    path = parts[0].split(separator: "/api/v2", maxSplits: 1).last.map(String.init) ?? ""
    query = parts.count > 1 ? QueryParameters(String(parts[1])) : nil
    body = (try? JSON.parse(request.body ?? [], mode: .strict)) ?? .null
  }

  var line: String { "\(method) \(path)" }
}

extension Result<HTTPClientResponse, HTTPClientFailure> {
  static func json(_ value: JSON, status: Int = 201) -> Self {
    .success(HTTPClientResponse(status: status, fields: ["Content-Type": "application/json"], body: value.bytes()))
  }

  static func error(_ code: Int64, _ status: Int, _ message: String, fields: HTTPFields = [:]) -> Self {
    let body: JSON = [
      "code": .integer(code), "message": .string(message), "StatusCode": .integer(Int64(status)), "details": [],
    ]
    return .success(HTTPClientResponse(status: status, fields: fields, body: body.bytes()))
  }
}
