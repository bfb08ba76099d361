package import HTTPTypes
package import JSONCoding
import Synchronization

/// Answers each request by a function of what was asked, whatever the order, and remembers all of them.
package final class AnsweringTransport: HTTPTransport {
  package typealias Answer = Result<HTTPClientResponse, HTTPClientFailure>

  private let prefix: String
  private let answer: @Sendable (Asked, Int) -> Answer
  private let log = Mutex<[HTTPClientRequest]>([])

  /// `answer` gets the request and how many came before it. `prefix` is what the paths of interest begin behind, e.g. the
  /// vendor's base address or the version in it.
  package init(below prefix: String, _ answer: @escaping @Sendable (Asked, Int) -> Answer) {
    self.prefix = prefix
    self.answer = answer
  }

  package func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    if Task.isCancelled { throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false) }
    let index = log.withLock { log in
      log.append(request)
      return log.count - 1
    }
    return try answer(Asked(request, below: prefix), index).get()
  }

  package var requests: [HTTPClientRequest] { log.withLock { $0 } }
  package var asked: [Asked] { requests.map { Asked($0, below: prefix) } }
  /// `METHOD path`, in the order of arrival.
  package var lines: [String] { asked.map(\.line) }
}

/// A request as tests look at it.
package struct Asked: Sendable {
  package let method: String
  /// Behind the transport's prefix, and without the query; empty where the prefix is missing.
  package let path: String
  /// As it is written; empty without one.
  package let query: String
  package let body: JSON
  package let fields: HTTPFields

  init(_ request: HTTPClientRequest, below prefix: String) {
    method = request.method
    let parts = request.url.split(separator: "?", maxSplits: 1)
    path = parts.first?.firstRange(of: prefix).map { String(parts[0][$0.upperBound...]) } ?? ""
    query = parts.count > 1 ? String(parts[1]) : ""
    body = (try? JSON.parse(request.body ?? [], mode: .strict)) ?? .null
    fields = request.fields
  }

  package var line: String { "\(method) \(path)" }
  /// The query taken apart; nil without one.
  package var parameters: QueryParameters? { query.isEmpty ? nil : QueryParameters(query) }
}

extension Result<HTTPClientResponse, HTTPClientFailure> {
  /// An answer with a JSON body.
  package static func json(_ value: JSON, status: Int, fields: HTTPFields = [:]) -> Self {
    var all: HTTPFields = ["Content-Type": "application/json"]
    for field in fields.entries { all.add(field.name, field.value) }
    return .success(HTTPClientResponse(status: status, fields: all, body: value.bytes()))
  }
}
