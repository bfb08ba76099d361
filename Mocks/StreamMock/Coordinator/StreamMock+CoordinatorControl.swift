import HTTPTypes
import JSONCoding
import MockKit
import Synchronization

/// `/_mock/sockets[/{act}]`: who is connected to the coordinator, and what befalls them.
extension StreamMock {
  func coordinatorControl(_ request: ControlRequest) throws(ControlRefusal) -> MockAnswer? {
    guard request.path.first == "sockets", request.path.count <= 2 else { return nil }
    try request.allowQuery(["tenant"])
    guard request.path.count == 2 else {
      try request.allow(["GET"])
      return MockAnswer(HTTPResponse(json: ["items": try connectionDocuments(request.query["tenant"])]))
    }
    try request.allow(["POST"])
    try befall(request.path[1], request.body)
    return MockAnswer(HTTPResponse(status: 204))
  }

  private func connectionDocuments(_ tenant: String?) throws(ControlRefusal) -> JSON {
    try withTenant(tenant) { tenant in
      .array(
        tenant.connections.values.sorted { $0.id < $1.id }.map { connection in
          [
            "connection_id": .string(connection.id), "user_id": .string(connection.userID),
            "watching": .strings(connection.watching.sorted()),
          ]
        })
    }
  }

  private func befall(_ act: String, _ body: JSONObject) throws(ControlRefusal) {
    switch act {
    case "close":
      let fields = try ControlFields(body, allowed: ["code", "reason"])
      let code = try fields.int("code", minimum: 1000) ?? Int(Self.passingCode)
      guard let code = UInt16(exactly: code) else { throw ControlRefusal("must be a close code", field: "code") }
      coordinator.closeAll(code, try fields.string("reason") ?? "")
    case "silence":
      let fields = try ControlFields(body, allowed: ["on"])
      coordinator.isSilent = try fields.bool("on") ?? true
    case "send":
      let fields = try ControlFields(body, allowed: ["text", "letters"])
      if let letters = try fields.int("letters") {
        guard letters <= 1 << 26 else { throw ControlRefusal("must be at most \(1 << 26)", field: "letters") }
        return coordinator.sayToAll(String(repeating: "x", count: letters))
      }
      coordinator.sayToAll(try fields.required("text", fields.string("text")))
    default: throw ControlRefusal(404, "no such control route")
    }
  }
}
