import HTTPTypes
import JSONCoding
import VendorTesting

extension AnsweringTransport {
  convenience init(_ answer: @escaping @Sendable (Asked, Int) -> Answer) { self.init(below: Fixture.base, answer) }

  /// One answer to each `METHOD /path`; anything else is not found.
  convenience init(_ answers: [String: Answer]) {
    self.init { asked, _ in answers[asked.line] ?? .error(["error": "no such route"], status: 404) }
  }
}

extension Result<HTTPClientResponse, HTTPClientFailure> {
  static func json(_ value: JSON) -> Self { .json(value, status: 200) }

  static func text(_ text: String, status: Int = 200) -> Self {
    .success(HTTPClientResponse(status: status, fields: ["Content-Type": "text/plain"], body: Array(text.utf8)))
  }

  static func error(_ body: JSON, status: Int, fields: HTTPFields = [:]) -> Self {
    .success(HTTPClientResponse(status: status, fields: fields, body: body.bytes()))
  }
}
