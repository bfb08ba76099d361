import HTTPTypes
import JSONCoding
import VendorTesting

/// A call of the bridge's, as its client knows it.
struct Bridged: Sendable {
  let bench: Bench
  /// What provisioning answered.
  let document: JSON

  var id: String { document["callId"]?.stringValue ?? "" }
  var creds: JSON { document["creds"] ?? .null }
  var token: String { creds["token"]?.stringValue ?? "" }

  private func url(_ name: String) -> String {
    (creds[name] ?? creds["extra"]?[name])?.stringValue ?? "/none"
  }

  func post(_ url: String, _ body: JSON, token: String? = nil) async throws -> Answer {
    try await bench.send("POST", self.url(url), body, ["X-Call-Token": token ?? self.token])
  }

  func connect(_ sdp: String = Sample.gathered, mid: String = "0") async throws -> Answer {
    try await post("connectUrl", ["sdp": .string(sdp), "mid": .string(mid)])
  }

  func pull() async throws -> Answer { try await post("pullUrl", [:]) }

  func renegotiate(_ sdp: String) async throws -> Answer { try await post("renegotiateUrl", ["sdp": .string(sdp)]) }

  func delete(token: String? = nil) async throws -> Int {
    try await bench.send("DELETE", "/api/v1/call/\(id)", nil, ["X-Call-Token": token ?? self.token]).status
  }

  /// The events socket, with its first frame said.
  func events(_ first: JSON? = nil) async throws -> Wire {
    let wire = try await bench.open(url("eventsUrl"))
    await wire.say(first ?? ["type": "auth", "token": .string(token)])
    return wire
  }
}
