import HTTPTypes
import JSONCoding
import ProviderTesting
import Testing

@testable import RESTFacade

@Suite("Deliveries of vendors")
struct HookTests {
  private static func post(_ harness: Harness, _ body: String, _ fields: HTTPFields, to name: String = "test-main")
    async -> Reply
  {
    await harness.send(Harness.request("POST", "/v1/hooks/" + name, Array(body.utf8), fields))
  }

  @Test("any type of body is taken, and the answer is an empty object")
  func accepted() async throws {
    let harness = try await Harness()
    for type in ["application/json", "text/plain", nil] {
      var fields: HTTPFields = ["X-Test": "yes"]
      fields["Content-Type"] = type
      let reply = await Self.post(harness, "{\"room\":\"room_0\"}", fields)
      #expect(reply.status == 200)
      #expect(reply.json == [:])
    }
  }

  @Test("whatever is wrong with the signature, the answer is the same")
  func refused() async throws {
    let harness = try await Harness()
    let attempts: [HTTPFields] = [[:], ["X-Test": "no"], ["X-Test": "", "Authorization": "Bearer " + harness.manager]]
    for fields in attempts {
      var fields = fields
      fields["X-Request-Id"] = "same"
      let reply = await Self.post(harness, "{}", fields)
      #expect(reply.status == 401)
      #expect(reply.text == (await Self.post(harness, "{}", ["X-Request-Id": "same"])).text)
    }
  }

  @Test("a coding that the vendor does not use is named")
  func coding() async throws {
    let harness = try await Harness()
    let reply = await Self.post(harness, "{}", ["X-Test": "yes", "Content-Encoding": "br"])
    #expect(reply.status == 415)
    #expect(reply.json["detail"]?.stringValue?.contains("br") == true)
  }

  @Test("a store that cannot commit asks for a retry")
  func storeDown() async throws {
    let harness = try await Harness()
    let room = await harness.room()
    harness.store.failNextCommits(100)
    let body = "{\"room\":\"\(room)\",\"joined\":\"c1\",\"person\":\"ana\"}"
    let reply = await Self.post(harness, body, ["X-Test": "yes"])
    #expect(reply.status == 503)
    #expect(reply.code == "store_unavailable")
    #expect(reply.fields["Retry-After"] != nil)
  }

  @Test("nobody is there by that name")
  func unknownProvider() async throws {
    let harness = try await Harness()
    #expect(await Self.post(harness, "{}", ["X-Test": "yes"], to: "nobody").status == 404)
  }

  @Test("a delivery may be as large as the gateway says")
  func tooLarge() async throws {
    let harness = try await Harness()
    let body = String(repeating: "x", count: (1 << 20) + 1)
    #expect(await Self.post(harness, body, ["X-Test": "yes"]).code == "payload_too_large")
  }
}
