import JSONCoding

/// The app's own configuration: only a server may read or write it.
extension StreamRequest {
  static let app = Self(operation: "GetApp", method: "GET", path: ["app"], readsAnswer: true)

  static func hooks(_ hooks: [JSON]) -> Self {
    Self(operation: "UpdateApp", method: "PATCH", path: ["app"], body: ["event_hooks": .array(hooks)])
  }

  static let callTypes = Self(
    operation: "ListCallTypes", method: "GET", path: ["video", "calltypes"], readsAnswer: true)

  static func createCallType(_ name: String, grants: JSONObject, stage: Bool) -> Self {
    let body: JSON = [
      "name": .string(name), "grants": .object(grants), "settings": ["backstage": ["enabled": .bool(stage)]],
    ]
    return Self(operation: "CreateCallType", method: "POST", path: ["video", "calltypes"], body: body)
  }

  static func updateCallType(_ name: String, grants: JSONObject) -> Self {
    Self(
      operation: "UpdateCallType", method: "PUT", path: ["video", "calltypes", name],
      body: ["grants": .object(grants)])
  }

  static func rateLimits(_ operations: [String]) -> Self {
    Self(
      operation: "GetRateLimits", method: "GET", path: ["rate_limits"],
      query: [("server_side", "true"), ("endpoints", operations.joined(separator: ","))], readsAnswer: true)
  }
}
