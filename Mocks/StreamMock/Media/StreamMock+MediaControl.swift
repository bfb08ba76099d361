import HTTPTypes
import JSONCoding
import MockKit

/// `/_mock/media[/{act}]`: who is connected to the media server, and what befalls them: all, or one device's `session_id`.
extension StreamMock {
  func mediaControl(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    guard request.path.first == "media", request.path.count <= 2 else { return nil }
    try request.allowQuery(["tenant"])
    return try withTenant(request.query["tenant"]) { tenant throws(ControlRefusal) in
      guard request.path.count == 2 else {
        try request.allow(["GET"])
        return MockAnswer(HTTPResponse(json: ["items": tenant.mediaConnectionDocuments]))
      }
      try request.allow(["POST"])
      try tenant.befallMedia(request.path[1], request.body)
      return MockAnswer(HTTPResponse(status: 204))
    }
  }
}

extension StreamTenant {
  fileprivate var mediaConnectionDocuments: JSON {
    .array(
      media.sorted { $0.key < $1.key }.flatMap { cid, connections in
        connections.sorted { $0.key < $1.key }.map { session, connection in
          [
            "call_cid": .string(cid), "session_id": .string(session), "user_id": .string(connection.userID),
            "grants": connection.grants,
          ]
        }
      })
  }

  fileprivate mutating func befallMedia(_ act: String, _ body: JSONObject) throws(ControlRefusal) {
    switch act {
    case "silence":
      let fields = try ControlFields(body, allowed: ["on"])
      mediaIsSilent = try fields.bool("on") ?? true
    case "send":
      let fields = try ControlFields(body, allowed: ["text", "session_id"])
      let text = try fields.required("text", fields.string("text"))
      for connection in try named(fields) { connection.queue.send(text) }
    case "go-away":
      let fields = try ControlFields(body, allowed: ["reason", "session_id"])
      let frame: JSON = ["type": "GoAway", "reason": .string(try fields.string("reason") ?? "REBALANCE")]
      for connection in try named(fields) { tell(connection, frame) }
    case "close":
      let fields = try ControlFields(body, allowed: ["code", "reason", "session_id"])
      let code = try fields.int("code", minimum: 1000) ?? Int(StreamMock.passingCode)
      guard let code = UInt16(exactly: code) else { throw ControlRefusal("must be a close code", field: "code") }
      let reason = try fields.string("reason") ?? ""
      for connection in try named(fields) { connection.queue.close(code, reason) }
    default: throw ControlRefusal(404, "no such control route")
    }
  }

  private func named(_ fields: ControlFields) throws(ControlRefusal) -> [StreamMediaConnection] {
    guard let session = try fields.string("session_id") else { return media.values.flatMap(\.values) }
    let found = media.values.compactMap { $0[session] }
    guard !found.isEmpty else { throw ControlRefusal("no such device is connected", field: "session_id") }
    return found
  }
}
