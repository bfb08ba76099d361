import HTTPTypes
import JSONCoding
import VendorTesting

extension AnsweringTransport {
  /// Paths are those below the version.
  convenience init(_ answer: @escaping @Sendable (Asked, Int) -> Answer) { self.init(below: "/api/v2", answer) }
}

extension Result<HTTPClientResponse, HTTPClientFailure> {
  static func json(_ value: JSON) -> Self { .json(value, status: 201) }

  static func error(_ code: Int64, _ status: Int, _ message: String, fields: HTTPFields = [:]) -> Self {
    let body: JSON = [
      "code": .integer(code), "message": .string(message), "StatusCode": .integer(Int64(status)), "details": [],
    ]
    return .success(HTTPClientResponse(status: status, fields: fields, body: body.bytes()))
  }
}
