import HTTPTypes
import JSONCoding
import Testing

@testable import RESTFacade

@Suite("Pages of other origins")
struct CrossOriginTests {
  @Test(
    "a listed port of * stands for every port",
    arguments: [
      ("http://localhost:5173", true), ("http://localhost", true), ("http://localhost:", false),
      ("http://localhost:5173x", false), ("http://localhost.evil.example:80", false), ("https://localhost:5173", false),
      ("http://localhost:123456", false), ("http://evil.example/http://localhost:1", false), ("null", false),
    ])
  func wildcard(_ origin: String, _ isListed: Bool) {
    #expect(Origin.isListed(origin, in: ["http://localhost:*"]) == isListed)
  }

  @Test("a preflight needs no credential and passes if any tenant lists the origin")
  func preflight() async throws {
    let harness = try await Harness()
    for origin in ["https://one.example", "https://two.example", "http://localhost:8081"] {
      let reply = await harness.send(
        "OPTIONS", "/v1/rooms", key: .some(nil),
        fields: ["Origin": origin, "Access-Control-Request-Method": "POST"])
      #expect(reply.status == 204)
      #expect(reply.fields["Access-Control-Allow-Origin"] == origin)
      #expect(reply.fields["Access-Control-Allow-Methods"]?.contains("POST") == true)
      #expect(reply.fields["Access-Control-Allow-Headers"]?.contains("Idempotency-Key") == true)
      #expect(reply.fields["Vary"]?.contains("Origin") == true)
    }
  }

  @Test("a preflight from elsewhere gets no permission")
  func strangePreflight() async throws {
    let harness = try await Harness()
    let reply = await harness.send(
      "OPTIONS", "/v1/rooms", key: .some(nil),
      fields: ["Origin": "https://evil.example", "Access-Control-Request-Method": "POST"])
    #expect(reply.status == 204)
    #expect(reply.fields["Access-Control-Allow-Origin"] == nil)
    #expect(reply.fields["Access-Control-Allow-Methods"] == nil)
  }

  @Test("the real answer is for the token's own tenant's pages")
  func realAnswer() async throws {
    let harness = try await Harness()
    let own = await harness.send("GET", "/v1/rooms", fields: ["Origin": "https://one.example"])
    #expect(own.fields["Access-Control-Allow-Origin"] == "https://one.example")
    #expect(own.fields["Access-Control-Expose-Headers"]?.contains("X-Request-Id") == true)
    let other = await harness.send("GET", "/v1/rooms", fields: ["Origin": "https://two.example"])
    #expect(other.status == 200)
    #expect(other.fields["Access-Control-Allow-Origin"] == nil)
    #expect(other.fields["Vary"] == "Origin")
  }

  @Test("a page can read why it was refused")
  func refusals() async throws {
    let harness = try await Harness()
    let fields: HTTPFields = ["Origin": "http://localhost:3000"]
    let unknown = await harness.send("GET", "/v1/rooms", key: "sb_bad", fields: fields)
    #expect(unknown.status == 401)
    #expect(unknown.fields["Access-Control-Allow-Origin"] == "http://localhost:3000")
    let forbidden = await harness.send("POST", "/v1/rooms", ["kind": "meeting"], key: harness.reader, fields: fields)
    #expect(forbidden.status == 403)
    #expect(forbidden.fields["Access-Control-Allow-Origin"] == "http://localhost:3000")
  }

  @Test("vendors' routes are none for pages")
  func hooks() async throws {
    let harness = try await Harness()
    let reply = await harness.send(
      "OPTIONS", "/v1/hooks/test-main", key: .some(nil),
      fields: ["Origin": "https://one.example", "Access-Control-Request-Method": "POST"])
    #expect(reply.fields["Access-Control-Allow-Methods"] == nil)
    let post = await harness.send(
      "POST", "/v1/hooks/test-main", [:], key: .some(nil), fields: ["Origin": "https://one.example", "X-Test": "yes"])
    #expect(post.fields["Access-Control-Allow-Origin"] == nil)
    #expect(post.fields["Vary"] == nil)
  }

  @Test("an OPTIONS that is no preflight tells the methods")
  func plainOptions() async throws {
    let harness = try await Harness()
    let reply = await harness.send("OPTIONS", "/v1/rooms/room_1", key: .some(nil))
    #expect(reply.status == 204)
    #expect(reply.fields["Allow"] == "GET, HEAD, PATCH, OPTIONS")
    #expect(await harness.send("OPTIONS", "/v1/nothing", key: .some(nil)).status == 404)
  }
}
