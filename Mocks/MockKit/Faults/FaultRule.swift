package import JSONCoding

/// A fault, the requests it is meant for, and how often it strikes.
package struct FaultRule: Sendable {
  /// The method of messages on a WebSocket: only a rule that names it strikes them.
  package static let messageMethod = "WS"

  package let id: Int
  package let method: String?
  /// May hold `*`.
  package let path: String?
  package let operation: String?
  /// Matching requests still let through unharmed.
  package var after: Int
  /// Strikes left.
  package var times: Int
  package let fault: MockFault
  /// As it was asked for.
  let source: JSONObject

  package init(id: Int, _ object: JSONObject) throws(ControlRefusal) {
    let fields = try ControlFields(object, allowed: ["match", "times", "after", "fault"])
    let match = try ControlFields(
      fields.object("match") ?? JSONObject(), in: "match.", allowed: ["method", "path", "operation"])
    self.id = id
    method = try match.string("method")
    path = try match.string("path")
    operation = try match.string("operation")
    after = try fields.int("after") ?? 0
    times = try fields.int("times", minimum: 1) ?? 1
    fault = try MockFault(fields.required("fault", fields.object("fault")))
    source = object
    guard !fault.strikesOnAccept || source["match"] == nil else {
      throw ControlRefusal("a connection is reset on accept before any request can match", field: "match")
    }
    let isForMessages = method == Self.messageMethod
    guard isForMessages ? fault.strikesMessages : !fault.isForMessages else {
      throw ControlRefusal(
        isForMessages
          ? "this kind of fault is not available for messages"
          : "this kind of fault is not available for requests, only for messages: they match method \(Self.messageMethod)",
        field: "match.method")
    }
  }

  func accepts(_ method: String, _ path: String, _ operation: String?) -> Bool {
    !fault.strikesOnAccept && (self.method == method || self.method == nil && method != Self.messageMethod)
      && (self.operation == nil || self.operation == operation)
      && (self.path.map { Wildcard.matches($0, path) } ?? true)
  }

  package var json: JSON {
    [
      "id": .string(String(id)), "match": source["match"] ?? [:], "times": .int(times), "after": .int(after),
      "fault": source["fault"] ?? .null,
    ]
  }
}
