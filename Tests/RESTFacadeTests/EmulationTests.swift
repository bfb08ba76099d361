import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Testing

/// The API over a vendor that offers little: what the gateway adds, and what nobody has.
@Suite struct EmulationTests {
  private func room(_ harness: Harness, _ more: [String: JSON] = [:]) async -> Reply {
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["provider"] = "bare-main"
    body["host"] = ["external_id": "nadia"]
    for (name, value) in more { body[name] = value }
    return await harness.send("POST", "/v1/rooms", .object(body))
  }

  private func come(_ place: String, _ room: String, _ bare: BareProvider, _ harness: Harness) async {
    let delivery = bare.come(place, to: room, at: Timestamp(nanoseconds: 1_700_000_000_000_000_000))
    let signature: HTTPFields = [BareProvider.signatureField: BareProvider.signature(of: delivery.bytes())]
    _ = await harness.send("POST", "/v1/hooks/bare-main", delivery, key: .some(nil), fields: signature)
  }

  @Test func theTableSaysWhatTheGatewayAdds() async throws {
    let harness = try await Harness(bare: BareProvider())
    let table = await harness.send("GET", "/v1/providers/bare-main/capabilities").json
    let rows = table["items"]?.arrayValue ?? []
    func row(_ name: String) -> [JSON] { rows.filter { $0["capability"]?.stringValue == name } }
    let added = ["stage", "join_ahead", "members_only", "lock", "ban", "role", "permissions", "permission_requests"]
    for name in added {
      let had = row(name).filter { $0["quality"] == "emulated" }
      #expect(had.count == 1, "\(name) is emulated in one way")
      #expect(had.first?["note"]?.stringValue?.isEmpty == false, "\(name) says how")
    }
    for name in ["stage", "join_ahead", "lock", "members_only", "ban"] {
      #expect(row(name).first { $0["quality"] == "emulated" }?["enforcement"] == "policed")
    }
    #expect(row("stage").contains { $0["kinds"] == ["voice_call"] && $0["quality"] == "unsupported" })
    for name in ["mute", "messages", "anonymous"] { #expect(row(name).first?["quality"] == "unsupported") }
  }

  @Test func theTableSaysWhoKeepsASetting() async throws {
    let harness = try await Harness(bare: BareProvider())
    let bare = await harness.send("GET", "/v1/providers/bare-main/capabilities").json["settings"]?.arrayValue ?? []
    func quality(_ name: String, _ kind: String, _ rows: [JSON]) -> JSON? {
      rows.first { $0["setting"]?.stringValue == name && ($0["kinds"]?.arrayValue ?? []).contains(.string(kind)) }?[
        "quality"]
    }
    #expect(quality("max_participants", "audio_room", bare) == "emulated")
    #expect(quality("max_participants", "voice_call", bare) == "unsupported")
    #expect(quality("max_duration_seconds", "voice_call", bare) == "emulated")
    #expect(quality("empty_timeout_seconds", "meeting", bare) == "unsupported")
    let other = await harness.send("GET", "/v1/providers/test-main/capabilities").json["settings"]?.arrayValue ?? []
    #expect(quality("empty_timeout_seconds", "meeting", other) == "native")
  }

  @Test func aSettingThatNobodyKeepsIsRefusedByName() async throws {
    let harness = try await Harness(bare: BareProvider())
    let refused = await room(harness, ["settings": ["empty_timeout_seconds": 60, "record_automatically": true]])
    #expect(refused.status == 422)
    #expect(refused.json["code"] == "capability_unsupported")
    let settings = await room(harness, ["settings": ["empty_timeout_seconds": 60]])
    #expect(settings.status == 422)
    #expect(settings.pointers == ["/settings/empty_timeout_seconds"])
    #expect(settings.json["errors"]?.arrayValue?.first?["code"] == "unsupported")
    let routed = await harness.send(
      "POST", "/v1/rooms", ["kind": "meeting", "settings": ["empty_timeout_seconds": 60]])
    #expect(routed.json["provider"] == "test-main", "whoever keeps it takes the room")
    let made = await room(harness)
    #expect(made.status == 201)
    let id = made.json["id"]?.stringValue ?? ""
    let patched = await harness.send("PATCH", "/v1/rooms/\(id)", ["settings": ["empty_timeout_seconds": 60]])
    #expect(patched.status == 422)
    #expect(patched.pointers == ["/settings/empty_timeout_seconds"])
    let kept = await harness.send("PATCH", "/v1/rooms/\(id)", ["settings": ["max_participants": 3]])
    #expect(kept.json["settings"]?["max_participants"] == 3)
  }

  @Test func stoppingIsPendingUntilTheAudienceIsGone() async throws {
    let bare = BareProvider()
    bare.slowRemovals(by: .milliseconds(20))
    let harness = try await Harness(bare: bare)
    let id = await room(harness).json["id"]?.stringValue ?? ""
    #expect(await harness.send("POST", "/v1/rooms/\(id)/go-live").json["outcome"] == "applied")
    for person in ["nadia", "ana", "bo"] { await come(person, id, bare, harness) }
    let stop = await harness.send("POST", "/v1/rooms/\(id)/stop-live", [:])
    #expect(stop.status == 202)
    #expect(stop.json["outcome"] == "pending")
    #expect(stop.json["changed"] == true)
    #expect(stop.json["affected"]?.arrayValue?.count == 2)
    #expect(await harness.send("GET", "/v1/rooms/\(id)").json["state"] == "backstage")
    #expect(await eventually { bare.people(in: id) == ["nadia"] })
    let token = await harness.send("POST", "/v1/rooms/\(id)/join-tokens", ["person": ["external_id": "ana"]])
    #expect(token.status == 403)
    #expect(token.json["code"] == "room_in_backstage")
  }
}
