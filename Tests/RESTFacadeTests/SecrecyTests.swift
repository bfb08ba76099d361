import HTTPTypes
import JSONCoding
import MeetingCore
import StructuredLogging
import Testing

@testable import RESTFacade

@Suite("What must not show")
struct SecrecyTests {
  @Test("no credential, token or query gets into a log line or into another answer")
  func secrets() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    let token = await harness.clientToken(room, person: "ana", role: "host")
    var replies: [Reply] = []
    for key in [harness.manager, token, "sb_wrong_key_value_1234", "sbc_wrong_token_5678"] {
      for (method, path) in [
        ("GET", "/v1/rooms/\(room)"), ("GET", "/v1/rooms/\(room)/events"), ("POST", "/v1/rooms/\(room)/lock"),
        ("GET", "/v1/nowhere?token=query-secret-1"), ("GET", "/v1/rooms?api_key=query-secret-2"),
        ("POST", "/v1/rooms/\(room)/people/ana/mute"),
      ] {
        replies.append(await harness.send(method, path, key: key, fields: ["Idempotency-Key": "key-secret-9"]))
      }
    }
    let secrets = [
      harness.manager, token, "sb_wrong_key_value_1234", "sbc_wrong_token_5678", "query-secret-1", "query-secret-2",
      "key-secret-9",
    ]
    for secret in secrets {
      #expect(!replies.contains { $0.text.contains(secret) })
      #expect(!replies.contains { reply in reply.fields.entries.contains { $0.value.contains(secret) } })
      #expect(!harness.logs.lines.contains { $0.contains(secret) })
    }
  }

  @Test("a request's line has its route, not its path")
  func logLine() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    _ = await harness.send("GET", "/v1/rooms/\(room)?expand=participants", fields: ["X-Request-Id": "r-77"])
    let line = try #require(harness.logs.lines.last { $0.contains("r-77") })
    let json = try JSON.parse(Array(line.utf8), mode: .strict)
    #expect(json["route"] == "/v1/rooms/{room}")
    #expect(json["method"] == "GET")
    #expect(json["status"] == 200)
    #expect(json["tenant"] == "ten_1")
    #expect(json["duration_ms"]?.numberValue != nil)
    #expect(!line.contains(room))
    #expect(!line.contains("expand"))
  }
}
