import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import RESTFacade

@Suite("The API document")
struct APIDocumentTests {
  private static func document() async throws -> (harness: Harness, json: JSON) {
    let harness = try await Harness()
    return (harness, await harness.send("GET", "/openapi.json", key: .some(nil)).json)
  }

  @Test("every route is in the document, and nothing else is")
  func routes() async throws {
    let (harness, document) = try await Self.document()
    let described = (document["paths"]?.objectValue?.pairs ?? []).flatMap { path, item in
      (item.objectValue?.keys ?? []).map { "\($0.uppercased()) \(path)" }
    }
    let served = harness.facade.table.routes.map(\.name)
    #expect(Set(described) == Set(served))
    #expect(described.count == served.count)
    #expect(document["openapi"] == "3.1.0")
  }

  @Test("operations have names of their own")
  func operationIDs() async throws {
    let (harness, _) = try await Self.document()
    let ids = harness.facade.table.routes.map(\.document.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test("every reference leads somewhere")
  func references() async throws {
    let (_, document) = try await Self.document()
    let references = Self.references(in: document)
    #expect(references.count > 200)
    for reference in Set(references) {
      let target = reference.dropFirst(2).split(separator: "/").reduce(JSON?.some(document)) { $0?[String($1)] }
      #expect(target != nil, "\(reference)")
    }
  }

  @Test("every path parameter is declared, and every schema is used")
  func parameters() async throws {
    let (harness, document) = try await Self.document()
    for route in harness.facade.table.routes {
      let operation = document["paths"]?[route.template.text]?[route.method.rawValue.lowercased()]
      let declared = (operation?["parameters"]?.arrayValue ?? []).filter { $0["in"] == "path" }
      #expect(declared.compactMap { $0["name"]?.stringValue } == route.template.parameters)
      #expect(operation?["responses"]?.objectValue?.isEmpty == false)
      #expect((operation?["requestBody"] != nil) == (route.body != .ignored))
    }
    let used = Set(Self.references(in: document))
    for name in document["components"]?["schemas"]?.objectValue?.keys ?? [] {
      #expect(used.contains("#/components/schemas/" + name), "\(name)")
    }
  }

  @Test("the signalling of calls has its types and refusals")
  func calls() async throws {
    let (_, document) = try await Self.document()
    let whip = document["paths"]?["/v1/rooms/{room}/whip"]?["post"]
    #expect(whip?["requestBody"]?["content"]?["application/sdp"] != nil)
    #expect(whip?["responses"]?["201"]?["content"]?["application/sdp"] != nil)
    for status in ["406", "409", "415", "422"] { #expect(whip?["responses"]?[status] != nil, "\(status)") }
    let trickle = document["paths"]?["/v1/rooms/{room}/whip/{call}"]?["patch"]
    #expect(trickle?["requestBody"]?["content"]?["application/trickle-ice-sdpfrag"] != nil)
    for status in ["412", "415", "428"] { #expect(trickle?["responses"]?[status] != nil, "\(status)") }
  }

  @Test("providers say for themselves what their parts look like")
  func providers() async throws {
    let (_, document) = try await Self.document()
    let schemas = document["components"]?["schemas"]
    #expect(schemas?["ProviderOptions"]?["properties"]?["testkind"]?["properties"]?["color"] != nil)
    #expect(schemas?["Connect"]?["anyOf"]?.arrayValue?.first?["properties"]?["kind"]?["const"] == "testkind")
  }

  @Test("real answers are as the document says")
  func answers() async throws {
    let (harness, document) = try await Self.document()
    let room = await harness.room(["kind": "meeting", "external_id": "x", "starts_at": "2030-01-01T00:00:00Z"])
    let id = await harness.join(room, person: "ana", connection: "c1")
    let path = "/v1/rooms/\(room)"
    let person: JSON = ["person": ["external_id": "bo"]]
    _ = await harness.clientToken(room, person: "lea", role: "listener")
    let hand = await harness.send(
      "POST", "\(path)/permission-requests", ["person": ["external_id": "lea"], "permissions": ["send_audio"]])
    let request = "\(path)/permission-requests/\(hand.json["id"]?.stringValue ?? "")"
    let samples: [(schema: String, reply: Reply)] = [
      ("Room", await harness.send("GET", path + "?expand=participants")),
      ("RoomPage", await harness.send("GET", "/v1/rooms")),
      ("Participant", await harness.send("GET", "\(path)/participants/\(id)")),
      ("ParticipantPage", await harness.send("GET", "\(path)/participants")),
      ("EventPage", await harness.send("GET", "\(path)/events")),
      ("ClientToken", await harness.send("POST", "\(path)/client-tokens", person)),
      ("JoinToken", await harness.send("POST", "\(path)/join-tokens", person)),
      ("Outcome", await harness.send("POST", "\(path)/lock")),
      ("GoLiveOutcome", await harness.send("POST", "\(path)/go-live", ["record": true])),
      ("BatchOutcome", await harness.send("POST", "\(path)/mute-all", ["tracks": ["audio"]])),
      ("RemovalOutcome", await harness.send("POST", "\(path)/people/ana/remove")),
      ("PermissionRequest", hand), ("PermissionDecision", await harness.send("POST", "\(request)/grant")),
      ("PermissionRequestPage", await harness.send("GET", "\(path)/permission-requests")),
      ("Permissions", await harness.send("GET", "\(path)/permissions/lea")),
      ("PermissionsOutcome", await harness.send("PATCH", "\(path)/permissions/lea", ["send_audio": false])),
      ("Ban", await harness.send("POST", "\(path)/bans", person)),
      ("BanPage", await harness.send("GET", "\(path)/bans")),
      ("ProviderPage", await harness.send("GET", "/v1/providers")),
      ("CapabilityPage", await harness.send("GET", "/v1/providers/test-main/capabilities")),
      ("Key", await harness.send("POST", "/v1/keys", ["name": "n", "scopes": ["read"]], key: harness.admin)),
      ("KeyPage", await harness.send("GET", "/v1/keys", key: harness.admin)),
      ("Health", await harness.send("GET", "/readyz", key: .some(nil))),
      ("SentID", await harness.send("POST", "\(path)/messages", ["from": "ana", "payload": 1])),
      ("SentID", await harness.send("POST", "\(path)/reactions", ["from": "ana", "type": "clap"])),
      ("MemberPage", await harness.send("POST", "\(path)/members", ["members": [["person": ["external_id": "cy"]]]])),
      ("MemberPage", await harness.send("GET", "\(path)/members")),
      ("Outcome", await harness.send("PATCH", "\(path)/people/ana", ["role": "speaker"])),
      ("Outcome", await harness.send("POST", "\(path)/participants/\(id)/unmute", ["tracks": ["audio"]])),
      ("OccurrencePage", await harness.send("GET", "\(path)/sessions")),
      ("OccurrenceHistory", await harness.send("GET", "\(path)/sessions/\(await harness.session(room))")),
      ("EventPage", await harness.send("GET", "\(path)/events")),
      ("Problem", await harness.send("POST", "/v1/rooms", ["kind": 1])),
      ("Problem", await harness.send("POST", "\(path)/recordings", [:])),
    ]
    for (schema, reply) in samples {
      let checker = SchemaChecker(document)
      let faults = checker.faults(in: reply.json, schema: ["$ref": .string("#/components/schemas/" + schema)])
      #expect(schema == "Problem" || reply.status < 300, "\(schema): \(reply.text)")
      #expect(faults.isEmpty, "\(schema): \(faults) in \(reply.text)")
    }
  }

  private static func references(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap(references)
    case .object(let object):
      object.pairs.flatMap { key, value in
        key == "$ref" ? [value.stringValue].compactMap { $0 } : references(in: value)
      }
    default: []
    }
  }
}
