package import HTTPTypes
package import JSONCoding

/// Why the control plane did not do what was asked.
package struct ControlRefusal: Error, Sendable {
  package let status: Int
  package let body: JSON

  /// A refusal of the control plane's own.
  package init(_ status: Int, _ message: String, field: String? = nil) {
    var error: JSONObject = ["message": .string(message)]
    if let field { error["field"] = .string(field) }
    self.status = status
    body = ["error": .object(error)]
  }

  /// A request that cannot be understood: 400.
  package init(_ message: String, field: String? = nil) { self.init(400, message, field: field) }

  /// A refusal of the vendor's, passed through: what a device would have been told.
  package init(status: Int, vendor body: JSON) {
    self.status = status
    self.body = body
  }

  package var response: HTTPResponse { HTTPResponse(json: body, status: status) }
}
