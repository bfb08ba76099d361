import HTTPTypes
import JSONCoding
import MockKit

/// An error answer: the vendor's code, the HTTP status and the cause it names.
struct StreamRefusal: Error, Sendable, Equatable {
  let code: Int
  let status: Int
  let cause: String
  var fields: [String: String] = [:]

  static func input(_ cause: String, fields: [String: String] = [:]) -> StreamRefusal {
    StreamRefusal(code: 4, status: 400, cause: cause, fields: fields)
  }

  static func missing(_ cause: String) -> StreamRefusal { StreamRefusal(code: 16, status: 404, cause: cause) }
  static func forbidden(_ cause: String) -> StreamRefusal { StreamRefusal(code: 17, status: 403, cause: cause) }
  static func token(_ code: Int, _ cause: String) -> StreamRefusal {
    StreamRefusal(code: code, status: 401, cause: cause)
  }

  static func notAllowed(_ user: String, role: String, _ permission: String, type: String) -> StreamRefusal {
    let action = StreamPermissions.actionName(permission)
    return forbidden(
      "User '\(user)' with role '\(role)' is not allowed to perform action \(action) in scope 'video:\(type)'")
  }

  /// The document, as the operation `name` answers it.
  func document(_ name: String) -> JSON {
    var document: JSONObject = [
      "code": .int(code), "message": .string("\(name) failed with error: \"\(cause)\""), "StatusCode": .int(status),
      "duration": "0.00ms", "more_info": "https://getstream.io/chat/docs/api_errors_response", "details": [],
    ]
    if !fields.isEmpty {
      var exceptions = JSONObject()
      for (name, text) in fields.sorted(by: { $0.key < $1.key }) { exceptions[name] = .string(text) }
      document["exception_fields"] = .object(exceptions)
    }
    return .object(document)
  }

  /// The code that goes with a bare status, for injected faults.
  static func generic(_ status: Int) -> StreamRefusal {
    switch status {
    case 400: .input("input error")
    case 401: .token(5, "authentication failed")
    case 403: .forbidden("not allowed")
    case 404: .missing("Not Found")
    case 408: StreamRefusal(code: 23, status: status, cause: "request timed out")
    case 413: StreamRefusal(code: 22, status: status, cause: "payload too big")
    case 429: StreamRefusal(code: 9, status: status, cause: "Too many requests")
    case 431: StreamRefusal(code: 24, status: status, cause: "headers too large")
    default: StreamRefusal(code: -1, status: status, cause: "internal error")
    }
  }
}
