import HTTPTypes
import JSONCoding
package import MeetingContract
package import MeetingCore
import MockKit

/// A mock's control plane in the contract's words: devices, journal and faults.
package struct MockControls: DeviceControls, JournalControls, FaultControls, FeedControls {
  let engine: MockEngine
  /// The mock's own id of a room.
  let roomID: @Sendable (ProviderRoom) -> String
  /// The member of a device's answer that is its connection.
  let connectionField: String
  /// The vendor's name of being allowed to send sound.
  let soundPermission: String
  /// The vendor's name of each operation; `any` needs none.
  let operations: [VendorOperation: String]

  package func join(_ room: ProviderRoom, token: String) async throws -> DeviceAdmission {
    let answer = try await send("POST", participants(room), ["token": .string(token)])
    if let connection = answer.json[connectionField]?.stringValue, answer.status == 201 {
      return .connected(connection: connection)
    }
    return .refused("\(answer.status) \(answer.json.text().prefix(200))")
  }

  package func leave(_ connection: String, _ room: ProviderRoom) async throws {
    let answer = try await send("DELETE", participants(room) + "/" + PercentEncoding.encode(connection))
    guard answer.status == 204 else { throw CatalogError("the device could not leave: \(answer.status)") }
  }

  package func say(_ text: String, as person: String, in room: ProviderRoom) async throws -> Bool {
    let path = "rooms/\(PercentEncoding.encode(roomID(room)))/captions"
    return try await send("POST", path, ["user_id": .string(person), "text": .string(text)]).status == 204
  }

  package func sendAudio(_ connection: String, _ room: ProviderRoom) async throws -> Bool {
    let path = participants(room) + "/" + PercentEncoding.encode(connection)
    let answer = try await send("PATCH", path, ["audio": true])
    guard answer.status == 200 || answer.status == 403 else {
      throw CatalogError("the device could not try to speak: \(answer.status)")
    }
    return answer.status == 200
  }

  package func raiseHand(_ person: String, _ room: ProviderRoom) async throws {
    let body: JSON = ["user_id": .string(person), "permissions": [.string(soundPermission)]]
    let path = "rooms/\(PercentEncoding.encode(roomID(room)))/permission-requests"
    let answer = try await send("POST", path, body)
    guard answer.status == 204 else { throw CatalogError("no hand was raised: \(answer.json.text())") }
  }

  package func requests(of operation: VendorOperation) async throws -> [String] {
    let name = try name(of: operation)
    return engine.journal.page(JournalFilter(operation: name)).items.map {
      String(decoding: $0.request.body, as: UTF8.self)
    }
  }

  package func inject(_ fault: VendorFault, on operation: VendorOperation, times: Int) async throws {
    var match = JSONObject()
    match["operation"] = try name(of: operation).map(JSON.string)
    let rule: JSON = ["match": .object(match), "times": .integer(Int64(times)), "fault": document(fault)]
    let answer = try await send("POST", "faults", rule)
    guard answer.status == 201 else { throw CatalogError("no fault: \(answer.json.text())") }
  }

  package func cut() async throws {
    let answer = try await send("POST", "sockets/close", [:])
    guard answer.status == 204 else { throw CatalogError("no connection was cut: \(answer.status)") }
  }

  package func clear() async throws { engine.faults.removeAll() }

  private func document(_ fault: VendorFault) -> JSON {
    switch fault {
    case .rateLimited(let seconds): ["kind": "rate_limit", "seconds": .integer(Int64(seconds))]
    case .unavailable: ["kind": "http_status", "status": 503]
    case .html: ["kind": "html_error"]
    case .malformed: ["kind": "malformed_json"]
    case .silence: ["kind": "hang"]
    case .delay(let milliseconds): ["kind": "delay", "ms": .integer(Int64(milliseconds))]
    case .lostReply: ["kind": "lost_reply"]
    }
  }

  private func name(of operation: VendorOperation) throws -> String? {
    if operation == .any { return nil }
    guard let name = operations[operation] else { throw CatalogError("no name for the operation \(operation)") }
    return name
  }

  private func participants(_ room: ProviderRoom) -> String {
    "rooms/\(PercentEncoding.encode(roomID(room)))/participants"
  }

  func send(_ method: String, _ path: String, _ body: JSON? = nil) async throws
    -> (status: Int, json: JSON)
  {
    let head = HTTPRequestHead(method: method, path: "/_mock/" + path, hasBody: body != nil)
    let answer = await engine.respond(to: HTTPRequest(head: head, body: body?.bytes() ?? []))
    guard case .bytes(let bytes) = answer.body else { return (answer.status, .null) }
    return (answer.status, try JSON.parse(bytes, mode: .strict))
  }
}
