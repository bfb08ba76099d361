import Glibc
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite
struct ServedTests {
  private func key(_ served: Served, _ scopes: String = "read,manage") async throws -> String {
    let made = try await Program.run("keys", "create", "--config", served.configuration, "--scopes", scopes)
    guard made.status == 0 else { throw Failure(made.errors) }
    return String(made.output.prefix { !$0.isNewline })
  }

  @Test func keysAreMadeListedAndRevokedBesideARunningGateway() async throws {
    let served = try await Served.start(logLevel: "info")
    let key = try await key(served)
    #expect(key.hasPrefix("sb_"))
    let api = served.caller(key)
    #expect(try await api.get("/v1/rooms").status == 200)
    #expect(try await api.get("/v1/keys").summary == "403 forbidden")

    let listed = try await Program.run("keys", "list", "--config", served.configuration)
    let line = try #require(listed.output.split(separator: "\n").first { $0.contains("active") })
    #expect(!listed.output.contains(key))
    let id = String(line.prefix { $0 != "\t" })
    let revoked = try await Program.run("keys", "revoke", id, "--config", served.configuration)
    #expect(revoked.status == 0)
    #expect(
      try await eventually(within: .seconds(3)) { try await api.get("/v1/rooms").summary == "401 unauthenticated" })
    #expect(try await Program.run("keys", "revoke", "key_none", "--config", served.configuration).status == 1)
    let end = await served.stop()
    #expect(end.gateway == 0)
    #expect(end.mock == 0)
  }

  @Test func aDebugLogAndFailingVendorTellNoSecret() async throws {
    let served = try await Served.start(logLevel: "debug")
    let key = try await key(served, "read,manage,admin")
    let api = served.caller(key)
    let room = try await api.post("/v1/rooms", ["kind": "audio_room", "title": "Quiet"]).string("id")
    try await api.post("/v1/rooms/\(room)/go-live")
    let person: JSON = ["person": ["external_id": "leo"]]
    let token = try await api.post("/v1/rooms/\(room)/join-tokens", person).string("token")
    let client = try await api.post("/v1/rooms/\(room)/client-tokens", person).string("token")
    try await served.vendor.post("/_mock/rooms/audio_room%3A\(room)/participants", ["token": .string(token)])
    try await api.with(credential: client).get("/v1/rooms/\(room)")
    try await api.with(credential: client + "x").get("/v1/rooms/\(room)")
    try await api.with(credential: key + "x").get("/v1/rooms/\(room)?access_token=\(key)")
    let words: JSON = .string("bad token \(token) for api_secret=\(Served.apiSecret)")
    for status: JSON in [401, 403, 500] {
      let fault: JSON = ["kind": "http_status", "status": status, "body": ["code": 43, "message": words]]
      try await served.vendor.post("/_mock/faults", ["match": ["operation": "EndCall"], "times": 3, "fault": fault])
      #expect(try await api.post("/v1/rooms/\(room)/end").status >= 500)
      try await served.vendor.send("DELETE", "/_mock/faults")
    }
    try await api.get("/v1/rooms/\(room)/events?limit=100")
    try await api.get("/v1/providers")
    #expect(await served.stop().gateway == 0)
    let log = served.gateway.output + served.gateway.errors
    let secrets = [Served.apiSecret, Served.tokenKey, key, token, client]
    #expect(log.contains("/v1/rooms"), "requests are logged: \(log.prefix(200))")
    #expect(Witness.slips(in: log, secrets) == [])
    #expect(served.witness.slips(secrets) == [])
  }
}
