import JSONCoding
import ProgramTesting

/// What people's devices do at a vendor of the demo, with nothing but what the gateway's answers say.
struct JourneyVendor: Sendable {
  let demo: Demo
  let provider: String

  private var isStream: Bool { provider == "stream-main" }
  private var mock: Caller { isStream ? demo.mock : demo.video }

  /// Where the mock has a room, of which the gateway has said what it is called at the vendor.
  private func path(_ room: JSON) throws -> String {
    let name = isStream ? room["provider_refs", "call"] : room["provider_refs", "room"]
    guard let name = name?.stringValue else { throw Failure("no name at the vendor in \(room.text())") }
    return "/_mock/rooms/" + name.split(separator: ":").joined(separator: "%3A")
  }

  /// A device enters as `connect` tells it to. What the vendor calls it.
  func enters(_ grant: JSON, _ room: JSON) async throws -> String {
    var body = JSONObject()
    body["token"] = grant["token"]
    body["mode"] = grant["connect", "mode"]
    let answer = try await mock.post(path(room) + "/participants", .object(body))
    guard answer.status == 201 else { throw Failure("not let in: \(answer.text)") }
    return try answer.string(isStream ? "session_id" : "participant_id")
  }

  /// A device switches its microphone; the vendor's status.
  func switchesMicrophone(_ isOn: Bool, _ device: String, _ room: JSON) async throws -> Int {
    let body: JSON = ["audio": .bool(isOn)]
    return try await mock.send("PATCH", path(room) + "/participants/\(device)", body.bytes()).status
  }

  /// Whether the vendor has a device's microphone on.
  func isOn(_ device: String, _ room: JSON) async throws -> Bool {
    try await mock.send("PATCH", path(room) + "/participants/\(device)", (["speaking": false] as JSON).bytes())["audio"]
      == true
  }

  /// Somebody raises a hand in the vendor's own way.
  func raisesHand(_ user: String, _ room: JSON) async throws {
    let body: JSON = ["user_id": .string(user), "permissions": ["send-audio"]]
    let answer = try await mock.post(path(room) + "/permission-requests", body)
    guard answer.status == 204 else { throw Failure("no hand was raised: \(answer.text)") }
  }
}
