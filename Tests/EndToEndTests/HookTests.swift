import Clocks
import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite(.sharedDemo)
struct HookTests {
  /// A hook of a kind that the gateway has no word for, about one room.
  private func body(_ room: String, type: String = "call.something_new", at: String) -> [UInt8] {
    Array(#"{"type":"\#(type)","created_at":"\#(at)","call_cid":"audio_room:\#(room)","n":1.0}"#.utf8)
  }

  private func soon() -> String { Self.time(wallSeconds()) }

  private static func time(_ seconds: Int64) -> String { RFC3339.format(seconds * 1_000_000_000) }

  @Test func theBytesAreVerifiedNotTheirMeaning() async throws {
    let demo = try demo
    let room = try await demo.room()
    let spaced = Array(
      "{\"type\": \"call.something_new\", \"created_at\": \"\(soon())\", \"call_cid\": \"audio_room:\(room)\", \"user\": {\"name\": \"Zo\\u00eb / Q\"}, \"n\": 1.0}"
        .utf8)
    let fields = demo.hookFields(spaced)
    #expect(try await demo.hook(spaced, fields).status == 200)
    let compact = try JSON.parse(spaced, mode: .strict).bytes()
    #expect(try await demo.hook(compact, fields).status == 401)
  }

  @Test(arguments: ["application/webhook+json", "application/json; charset=utf-8", "text/plain", nil] as [String?])
  func anyContentTypeIsTaken(_ type: String?) async throws {
    let demo = try demo
    let room = try await demo.room()
    let bytes = body(room, at: soon())
    #expect(try await demo.hook(bytes, demo.hookFields(bytes), type: type).status == 200)
    #expect(try await eventually { try await demo.events(room, types: "provider.event").count == 1 })
  }

  @Test(arguments: ["", "{}"])
  func anEmptySignedBodyIsTakenAndMeansNothing(_ text: String) async throws {
    let demo = try demo
    let bytes = Array(text.utf8)
    #expect((200..<300).contains(try await demo.hook(bytes, demo.hookFields(bytes)).status))
    #expect(try await demo.hook(bytes, [:]).status == 401)
    let events = try await demo.api.get("/v1/events?limit=100&types=provider.event").items
    #expect(events.allSatisfy { $0["data", "type"]?.stringValue?.isEmpty == false })
  }

  @Test func aDeliveryThatComesAgainIsOneEvent() async throws {
    let demo = try demo
    let room = try await demo.room()
    let bytes = body(room, at: soon())
    for attempt in ["2", "1", "3"] {
      var fields = demo.hookFields(bytes, id: "delivery-\(room)")
      fields["X-Webhook-Attempt"] = attempt
      #expect(try await demo.hook(bytes, fields).status == 200)
    }
    #expect(try await eventually { try await demo.events(room, types: "provider.event").count == 1 })
    #expect(try await demo.events(room, types: "provider.event").count == 1)
  }

  @Test func twentyDeliveriesOfOneAtOnceAreOneEvent() async throws {
    let demo = try demo
    let room = try await demo.room()
    let bytes = body(room, at: soon())
    let statuses = try await together(20) { _ in
      try await demo.hook(bytes, demo.hookFields(bytes, id: "race-\(room)")).status
    }
    #expect(Set(statuses) == [200])
    #expect(try await eventually { try await demo.events(room, types: "provider.event").count == 1 })
    #expect(try await demo.events(room, types: "provider.event").count == 1)
  }

  @Test func anUnknownTypeIsAnEventOfTheProvider() async throws {
    let demo = try demo
    let room = try await demo.room()
    let bytes = body(room, type: "call.never_heard_of", at: soon())
    #expect(try await demo.hook(bytes, demo.hookFields(bytes)).status == 200)
    #expect(try await eventually { try await !demo.events(room, types: "provider.event").isEmpty })
    let event = try await demo.events(room, types: "provider.event").first
    #expect(event?["provider_event", "type"] == "call.never_heard_of")
    #expect(event?["source"] == "webhook")
  }

  @Test func anOldDeliveryChangesNothing() async throws {
    let demo = try demo
    let room = try await demo.liveRoom()
    let bytes = body(room, type: "call.ended", at: Self.time(wallSeconds() - 30 * 86_400))
    #expect(try await demo.hook(bytes, demo.hookFields(bytes, id: "old-\(room)")).status == 200)
    #expect(try await demo.api.get("/v1/rooms/\(room)")["state"] == "live")
    #expect(try await demo.events(room, types: "room.ended").isEmpty)
  }

  @Test func everyWrongSignatureHasTheSameAnswer() async throws {
    let demo = try demo
    let room = try await demo.room()
    let bytes = body(room, at: soon())
    let good = try #require(demo.hookFields(bytes)["X-Signature"])
    let wrong: [String?] = [
      nil, "", "abc", String(good.dropLast()), good + "0", String(repeating: "z", count: 64),
      String(repeating: "é", count: 64), String(repeating: "a", count: 4096), String(good.reversed()),
      "sha256=\(good)", "sha1=\(good)",
    ]
    var answers: [String] = []
    for signature in wrong {
      var fields = demo.hookFields(bytes)
      fields["X-Signature"] = signature
      answers.append(try await shape(demo.hook(bytes, fields)))
    }
    for key: String? in [nil, "nope", ""] {
      var fields = demo.hookFields(bytes)
      fields["X-Api-Key"] = key
      answers.append(try await shape(demo.hook(bytes, fields)))
    }
    var twice = demo.hookFields(bytes)
    twice.add("X-Signature", String(repeating: "0", count: 64))
    answers.append(try await shape(demo.hook(bytes, twice)))
    #expect(Set(answers).count == 1, "\(answers)")
    #expect(answers.first?.contains("unauthenticated") == true)
    #expect(try await demo.hook(bytes, demo.hookFields(bytes)).status == 200)
  }

  /// The body without what differs from request to request.
  private func shape(_ reply: Reply) -> String {
    var object = reply.json.objectValue ?? JSONObject()
    object["request_id"] = nil
    return "\(reply.status) \(JSON.object(object).text())"
  }

  @Test func theCaseOfTheDigitsDoesNotMatter() async throws {
    let demo = try demo
    let bytes = body(try await demo.room(), at: soon())
    var fields = demo.hookFields(bytes)
    fields["X-Signature"] = fields["X-Signature"]?.uppercased()
    #expect(try await demo.hook(bytes, fields).status == 200)
  }

  @Test func anUnknownProviderHasNoHook() async throws {
    let bytes = Array("{}".utf8)
    let answer = try await demo.api.with(credential: nil).send("POST", "/v1/hooks/nobody", bytes)
    #expect([401, 404].contains(answer.status))
  }
}
