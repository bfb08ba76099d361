import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore

/// Short ways through the API.
extension GatewayBench {
  /// A room as the API knows it, and as the provider does.
  struct OpenedRoom: Sendable {
    let id: String
    let provided: ProviderRoom
    var path: String { "/v1/rooms/\(id)" }
  }

  /// What the provider offers with what the gateway adds.
  var offering: Offering { EmulatedPolicies.overlay(run.offering, run.kind) }

  /// Whether rooms begin in backstage, the vendor's or the gateway's own.
  var hasStage: Bool { run.kind == .audioRoom && offering.cells[.stage] != nil }

  var createBody: JSON {
    ["kind": .string(run.kind.rawValue), "title": "Evening jazz", "host": ["external_id": "nadia", "name": "Nadia"]]
  }

  func createBody(externalID: String) -> JSON {
    guard case .object(var object) = createBody else { return createBody }
    object["external_id"] = .string(externalID)
    return .object(object)
  }

  /// A new room, in backstage where it has one.
  func create(_ settings: JSON? = nil) async throws -> OpenedRoom {
    guard case .object(var body) = createBody else { return try run.report.stop("a body is no object") }
    if let settings { body["settings"] = settings }
    let reply = await send("POST", "/v1/rooms", .object(body))
    run.report.expect(reply.status == 201, "creating a room was \(reply.short)")
    return try opened(reply)
  }

  func opened(_ reply: Reply) throws -> OpenedRoom {
    let id = try run.report.require(reply["id"]?.stringValue, "the answer names no room: \(reply.short)")
    let pairs = reply["provider_refs"]?.objectValue?.pairs ?? []
    let refs = Dictionary(pairs.map { ($0.key, $0.value.stringValue ?? "") }, uniquingKeysWith: { first, _ in first })
    return OpenedRoom(id: id, provided: ProviderRoom(key: id, kind: run.kind, refs: refs))
  }

  /// A new room that lets its audience in.
  func open(_ settings: JSON? = nil) async throws -> OpenedRoom {
    let room = try await create(settings)
    if hasStage {
      let reply = await send("POST", room.path + "/go-live")
      run.report.expect(reply.status == 200, "going live was \(reply.short)")
    }
    return room
  }

  func askToken(_ person: String, in room: OpenedRoom, role: String? = nil) async -> Reply {
    var body: JSONObject = JSONObject()
    body["person"] = ["external_id": .string(person)]
    body["role"] = role.map(JSON.string)
    return await send("POST", room.path + "/join-tokens", .object(body))
  }

  func token(_ person: String, in room: OpenedRoom, role: String? = nil) async throws -> String {
    let reply = await askToken(person, in: room, role: role)
    return try run.report.require(reply["token"]?.stringValue, "no token for \(person): \(reply.short)")
  }

  /// A device of the person comes in, and the API has heard of it; its connection.
  @discardableResult
  func join(_ person: String, _ room: OpenedRoom, role: String? = nil) async throws -> String {
    let admission = try await run.devices().join(room.provided, token: token(person, in: room, role: role))
    let connection = try run.report.require(admission.connection, "\(person) was refused: \(admission)")
    let seen = try await run.eventually { await self.connected(in: room).contains(person) }
    run.report.expect(seen, "the API does not list \(person)")
    return connection
  }

  /// The people the API lists as connected.
  func connected(in room: OpenedRoom) async -> [String] {
    let page = await send("GET", room.path + "/participants?limit=100")
    return page.items.compactMap { $0["person"]?["external_id"]?.stringValue }.sorted()
  }

  /// The room's events of a type, oldest first; all without one.
  func events(_ type: String? = nil, in room: OpenedRoom) async -> [JSON] {
    let page = await send("GET", room.path + "/events?limit=100")
    return page.items.filter { type == nil || $0["type"]?.stringValue == type }
  }

  /// Waits for the first event of a type about a person.
  func awaitEvent(_ type: String, about person: String, in room: OpenedRoom) async throws -> JSON {
    var found: JSON?
    let came = try await run.eventually {
      found = await self.events(type, in: room).first { Self.person($0) == person }
      return found != nil
    }
    if !came { run.report.fail("no \(type) for \(person)") }
    return found ?? .null
  }

  /// Returns when no further delivery has come for a moment: what was under way is in.
  func settled() async throws {
    var known = -1
    while known != relay.answers.count {
      known = relay.answers.count
      _ = try await run.eventually(within: .milliseconds(100)) { relay.answers.count > known }
    }
  }

  /// Records a failure unless a device with an older token is refused by the vendor, or thrown out as not admitted.
  func expectLedOut(_ person: String, _ token: String, _ room: OpenedRoom) async throws {
    guard try await run.devices().join(room.provided, token: token).connection != nil else { return }
    let gone = try await run.eventually { try await !run.people(in: room.provided).contains(person) }
    run.report.expect(gone, "\(person) stays inside with an older token")
    let left = try await awaitEvent("participant.left", about: person, in: room)
    let reason = left["data"]?["reason"]?.stringValue
    run.report.expect(reason == "not_admitted", "the reason is \(reason ?? "missing")")
  }

  static func person(_ event: JSON) -> String? {
    let data = event["data"]
    return (data?["person"] ?? data?["participant"]?["person"])?["external_id"]?.stringValue
  }

  /// Records a failure unless an answer is as it must be.
  func expect(_ reply: Reply, _ status: Int, _ code: String? = nil, _ what: String) {
    run.report.expect(
      reply.status == status && (code == nil || reply.code == code),
      "\(what) was \(reply.short) instead of \(status) \(code ?? "")")
  }
}
