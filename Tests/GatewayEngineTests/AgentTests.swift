import Cryptography
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import ProgramTesting
import ProviderTesting
import Store
import Synchronization
import Testing

@Suite struct AgentTests {
  private static let secret = Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
  private static let call = AgentToolCall(id: "call_1", name: "t", arguments: #"{"a":1}"#)

  private func options(join: Duration = .seconds(20), tool: Duration = .seconds(10)) -> AgentOptions {
    AgentOptions(toolSigner: WebhookSigner(Self.secret), joinLimit: join, toolLimit: tool)
  }

  private func start(
    _ world: World, _ room: String, tools: [AgentTool] = [], as person: String = "lucy"
  ) async throws(GatewayError) -> AgentView {
    try await world.gateway.startAgent(
      room,
      StartAgent(
        person: PersonInput(externalID: person), engine: .openAIRealtime, settings: AgentSettings(tools: tools)),
      caller: world.caller)
  }

  private func live(_ world: World) async throws -> String {
    let room = try await world.create().room.id
    _ = try await world.gateway.goLive(room, caller: world.caller)
    return room
  }

  private func agent(_ world: World, _ room: String, _ id: String) async throws -> Agent {
    try await world.gateway.agent(room, id, caller: world.caller).agent
  }

  private func becomes(_ state: Agent.State, _ world: World, _ room: String, _ id: String) async throws -> Bool {
    try await eventually { try await agent(world, room, id).state == state }
  }

  private func tool(_ url: String = "https://tools.example/t") -> AgentTool {
    AgentTool(name: "t", description: nil, parameters: JSONText("{}"), url: url)
  }

  @Test func whoDoesNotComeInTimeHasFailed() async throws {
    let world = World(agents: options(join: .milliseconds(50)))
    world.vendor.host.play(.waits)
    let room = try await live(world)
    let id = try await start(world, room).agent.id
    #expect(try await becomes(.failed, world, room, id))
    #expect(try await agent(world, room, id).reason == "provider_timeout")
    #expect(await eventually { world.vendor.host.open == 0 })
    #expect(try await world.eventTypes(room).contains("agent.failed"))
  }

  @Test func aLostConnectionIsAFailureAndAGoodbyeIsNot() async throws {
    let world = World()
    let room = try await live(world)
    world.vendor.host.play(.joins, .fails(ProviderFailure(.unavailable, executed: .yes, operation: "x")))
    let lost = try await start(world, room).agent.id
    #expect(try await becomes(.failed, world, room, lost))
    #expect(try await agent(world, room, lost).reason == "connection_lost")
    world.vendor.host.play(.joins, .leaves)
    let gone = try await start(world, room).agent.id
    #expect(try await becomes(.left, world, room, gone))
    world.vendor.host.play(.fails(ProviderFailure(.credentials, executed: .no, operation: "x")))
    let refused = try await start(world, room).agent.id
    #expect(try await becomes(.failed, world, room, refused))
    #expect(try await agent(world, room, refused).reason == "provider_credentials")
  }

  @Test func anAgentDoesNotOutliveItsProcess() async throws {
    let store = InMemoryStore()
    let first = World(store: store)
    let room = try await live(first)
    let active = try await start(first, room).agent.id
    #expect(try await becomes(.active, first, room, active))
    first.vendor.host.play(.waits)
    let joining = try await start(first, room, as: "max").agent.id
    // The first process is dead: nothing of it tells anything any more.
    let second = World(vendor: first.vendor, store: store, instance: "two")
    try await second.gateway.start()
    let (left, failed) = (try await agent(second, room, active), try await agent(second, room, joining))
    #expect(left.state == .left && left.reason == "gateway_restarted")
    #expect(failed.state == .failed && failed.reason == "gateway_restarted")
    #expect(
      try await second.eventTypes(room).filter { $0.hasPrefix("agent.") } == [
        "agent.joined", "agent.left", "agent.failed",
      ])
    await first.gateway.endConnections()
  }

  @Test func anOrderlyStopIsEachAgentsLeave() async throws {
    let world = World()
    let room = try await live(world)
    let id = try await start(world, room).agent.id
    #expect(try await becomes(.active, world, room, id))
    await world.gateway.endConnections()
    #expect(try await agent(world, room, id).reason == "gateway_stopped")
    #expect(world.vendor.host.open == 0)
    let error = await #expect(throws: GatewayError.self) { try await start(world, room) }
    #expect(error?.code == .notReady)
  }

  @Test func aStartThatADeadProcessBeganIsNotDoneAgain() async throws {
    let store = InMemoryStore()
    let first = World(store: store)
    let room = try await live(first)
    func claim(_ instance: String) -> IdempotencyClaim {
      IdempotencyClaim(
        principal: "key_1", route: "POST /v1/rooms/\(room)/agents", key: "k", fingerprint: [1], owner: instance,
        expiresAt: .max)
    }
    #expect(try await first.gateway.beginIdempotent(claim("one")) == .run)
    let second = World(vendor: first.vendor, store: store, instance: "two")
    let error = await #expect(throws: GatewayError.self) { try await second.gateway.beginIdempotent(claim("two")) }
    #expect(error?.code == .idempotencyOutcomeUnknown)
  }

  @Test func aToolIsCalledSignedAndItsAnswerFedBack() async throws {
    let tools = Tools(.success(HTTPClientResponse(status: 200, fields: [:], body: Array("22 degrees".utf8))))
    let world = World(agents: options(), tools: tools)
    let room = try await live(world)
    world.vendor.host.play(.joins, .asks(Self.call), .hearsOutcome, .waits)
    let id = try await start(world, room, tools: [tool()]).agent.id
    #expect(await eventually { world.vendor.host.outcomes == ["22 degrees"] })
    let request = try #require(tools.requests.first)
    let fields = request.fields
    let signer = try #require(WebhookSigner(Self.secret))
    let time = try #require(fields["webhook-timestamp"].flatMap { Int64($0) })
    #expect(
      fields["webhook-signature"]
        == signer.signature(id: fields["webhook-id"] ?? "", timestamp: time, body: request.body ?? []))
    let body = try JSON.parse(request.body ?? [], mode: .strict)
    #expect(body["data"]?["agent_id"]?.stringValue == id && body["data"]?["arguments"] == ["a": 1])
    #expect(try await eventually { try await world.eventTypes(room).contains("agent.tool_called") })
    await world.gateway.endConnections()
  }

  @Test(
    arguments: [
      (Result<HTTPClientResponse, HTTPClientFailure>.success(.init(status: 500, fields: [:], body: [])), "failed"),
      (.success(.init(status: 200, fields: [:], body: [0xff])), "failed"),
      (.failure(.init(.totalTimeout, requestMayHaveBeenSent: true)), "timed_out"),
      (.failure(.init(.connectFailed, requestMayHaveBeenSent: false)), "failed"),
      (.failure(.init(.targetNotAllowed, requestMayHaveBeenSent: false)), "refused"),
    ])
  func aToolThatFailsIsToldToTheModel(_ row: (answer: Result<HTTPClientResponse, HTTPClientFailure>, status: String))
    async throws
  {
    let world = World(agents: options(), tools: Tools(row.answer))
    let room = try await live(world)
    world.vendor.host.play(.joins, .asks(Self.call), .hearsOutcome, .waits)
    _ = try await start(world, room, tools: [tool()])
    #expect(await eventually { world.vendor.host.outcomes.first?.hasPrefix(#"{"error":""#) == true })
    func told() async throws -> JSON? {
      let events = try await world.gateway.events(
        .room(room), from: .oldest, types: "agent.tool_called", limit: 10, caller: world.caller
      ).events
      return try events.first.map { try JSON.parse($0.body, mode: .strict) }
    }
    #expect(try await eventually { try await told() != nil })
    #expect(try await told()?["data"]?["status"]?.stringValue == row.status)
    await world.gateway.endConnections()
  }

  private func members(_ world: World, _ room: String) async throws -> [String] {
    try await world.gateway.members(room, limit: 25, cursor: nil, caller: world.caller).items
      .map { "\($0.person.externalID)=\($0.role.rawValue)" }
  }

  @Test func whoIsConnectedIsNoAgent() async throws {
    let world = World()
    let room = try await live(world)
    try await world.joined(room, "c-1", "lucy")
    let error = await #expect(throws: GatewayError.self) { try await start(world, room) }
    #expect(error?.issues.map(\.pointer) == ["/person/external_id"])
    #expect(try await members(world, room) == [])
    let listener = try await world.gateway.participants(
      room, ParticipantFilter(), limit: 10, cursor: nil, caller: world.caller)
    #expect(listener.items.map(\.participant.role) == [.listener])
  }

  @Test(arguments: ["stopped", "failed", "restarted"])
  func whatAnAgentWasMadeEndsWithIt(_ way: String) async throws {
    let world = World()
    let room = try await live(world)
    if way == "failed" {
      world.vendor.host.play(.joins, .fails(ProviderFailure(.unavailable, executed: .yes, operation: "x")))
    }
    let id = try await start(world, room).agent.id
    if way != "failed" {
      #expect(try await becomes(.active, world, room, id))
      #expect(try await members(world, room) == ["lucy=agent"])
      let error = await #expect(throws: GatewayError.self) {
        try await world.gateway.joinToken(
          room, TokenRequest(person: PersonInput(externalID: "lucy"), role: nil, ttlSeconds: 600), caller: world.caller)
      }
      #expect(error?.code == .alreadyRunning && error?.existingID == id)
    }
    if way == "stopped" { _ = try await world.gateway.stopAgent(room, id, caller: world.caller) }
    let after = way == "restarted" ? World(vendor: world.vendor, store: world.store, instance: "two") : world
    if way == "restarted" { try await after.gateway.start() }
    #expect(try await eventually { try await members(after, room) == [] })
    #expect(await eventually { world.vendor.calls.contains("unmember lucy") })
    let grant = try await after.gateway.joinToken(
      room, TokenRequest(person: PersonInput(externalID: "lucy"), role: nil, ttlSeconds: 600), caller: world.caller)
    #expect(grant.role == .listener)
    await world.gateway.endConnections()
  }

  @Test func whoWasAMemberBeforeStaysOne() async throws {
    let world = World()
    let room = try await live(world)
    _ = try await world.gateway.setMembers(
      room, [MemberInput(person: PersonInput(externalID: "lucy"), role: .agent)], caller: world.caller)
    let id = try await start(world, room).agent.id
    #expect(try await becomes(.active, world, room, id))
    _ = try await world.gateway.stopAgent(room, id, caller: world.caller)
    #expect(try await members(world, room) == ["lucy=agent"])
    #expect(!world.vendor.calls.contains("unmember lucy"))
  }

  /// What agents ask of their tools may be anything that was said.
  @Test func onlyWhoRunsTheRoomSeesTheCalls() async throws {
    let tools = Tools(.success(HTTPClientResponse(status: 200, fields: [:], body: [])))
    let world = World(agents: options(), tools: tools)
    let room = try await live(world)
    world.vendor.host.play(.joins, .asks(Self.call), .hearsOutcome, .waits)
    _ = try await start(world, room, tools: [tool()])
    #expect(try await eventually { try await world.eventTypes(room).contains("agent.tool_called") })
    _ = try await world.gateway.setMembers(
      room, [MemberInput(person: PersonInput(externalID: "mia"), role: .coHost)], caller: world.caller)
    for (person, role) in [("leo", ParticipantRole.listener), ("mia", .coHost)] {
      let client = Caller(
        principal: .client(
          ClientPrincipal(
            tenant: "ten_a", room: room, person: person, role: role,
            expiresAt: Timestamp(nanoseconds: .max), keyID: "key_1")), requestID: "r")
      for types in [nil, "agent.*", "agent.tool_called"] {
        let seen = try await world.gateway.events(.room(room), from: .oldest, types: types, limit: 100, caller: client)
        #expect(
          seen.events.contains { $0.type == "agent.tool_called" } == (role == .coHost), "\(person) \(types ?? "-")")
      }
    }
    await world.gateway.endConnections()
  }

  /// Four run, one waits; one more has its answer already.
  @Test(arguments: ["stop", "end", "gateway"])
  func everyCallThatBeganIsToldOnce(_ way: String) async throws {
    let tools = Tools(.success(HTTPClientResponse(status: 200, fields: [:], body: [])), answers: 1)
    let world = World(agents: options(), tools: tools)
    let room = try await live(world)
    let calls = (1...6).map { AgentToolCall(id: "call_\($0)", name: "t", arguments: "{}") }
    world.vendor.host.play([.joins, .asks(calls[0]), .hearsOutcome] + calls.dropFirst().map { .asks($0) } + [.waits])
    let id = try await start(world, room, tools: [tool()]).agent.id
    #expect(await eventually { tools.requests.count == 5 })
    switch way {
    case "stop": _ = try await world.gateway.stopAgent(room, id, caller: world.caller)
    case "end": _ = try await world.gateway.end(room, caller: world.caller)
    default: await world.gateway.endConnections()
    }
    func told() async throws -> [String] {
      let page = try await world.gateway.events(
        .room(room), from: .oldest, types: "agent.tool_called", limit: 100, caller: world.caller)
      return try page.events.map {
        let data = try JSON.parse($0.body, mode: .strict)["data"]
        return "\(data?["call_id"]?.stringValue ?? "-") \(data?["status"]?.stringValue ?? "-")"
      }
    }
    #expect(try await eventually { try await told().count == 6 })
    #expect(try await told() == ["call_1 succeeded"] + (2...6).map { "call_\($0) cancelled" })
    #expect(try await agent(world, room, id).state == .left)
  }

  @Test func whoIsStoppedOnTheWayHasLeft() async throws {
    let world = World()
    world.vendor.host.play(.waits)
    let room = try await live(world)
    let id = try await start(world, room).agent.id
    _ = try await world.gateway.stopAgent(room, id, caller: world.caller)
    let stopped = try await agent(world, room, id)
    #expect(stopped.state == .left && stopped.reason == "stopped")
  }

  @Test func argumentsThatAreNoObjectGoNowhere() async throws {
    let tools = Tools(.success(HTTPClientResponse(status: 200, fields: [:], body: [])))
    let world = World(agents: options(), tools: tools)
    let room = try await live(world)
    world.vendor.host.play(
      .joins, .asks(AgentToolCall(id: "c", name: "t", arguments: "no")), .hearsOutcome,
      .asks(AgentToolCall(id: "d", name: "other", arguments: "{}")), .hearsOutcome, .waits)
    _ = try await start(world, room, tools: [tool()])
    #expect(await eventually { world.vendor.host.outcomes.count == 2 })
    #expect(tools.requests.isEmpty)
    await world.gateway.endConnections()
  }

  @Test func toolsNeedASecretAndAPublicAddress() async throws {
    let plain = World()
    let room = try await live(plain)
    let unsigned = await #expect(throws: GatewayError.self) { try await start(plain, room, tools: [tool()]) }
    #expect(unsigned?.issues.first?.pointer == "/tools")
    let world = World(agents: options(), tools: Tools(.success(HTTPClientResponse(status: 200, fields: [:], body: []))))
    let other = try await live(world)
    let near = await #expect(throws: GatewayError.self) {
      try await start(world, other, tools: [tool(), tool("https://127.0.0.1/")])
    }
    #expect(near?.issues.map(\.pointer) == ["/tools/1/url"])
  }

  @Test func aChangeReachesTheRunningAgent() async throws {
    let world = World()
    let room = try await live(world)
    let id = try await start(world, room).agent.id
    #expect(try await becomes(.active, world, room, id))
    var update = UpdateAgent()
    update.instructions = .set("Be brief.")
    _ = try await world.gateway.updateAgent(room, id, update, caller: world.caller)
    #expect(await eventually { world.vendor.host.updates.last?.instructions == "Be brief." })
    _ = try await world.gateway.stopAgent(room, id, caller: world.caller)
    let error = await #expect(throws: GatewayError.self) {
      try await world.gateway.updateAgent(room, id, update, caller: world.caller)
    }
    #expect(error?.code == .participantLeft)
  }

  @Test func whoMayNotComeInIsNoAgentEither() async throws {
    let world = World()
    let backstage = try await world.create().room.id
    let early = await #expect(throws: GatewayError.self) { try await start(world, backstage) }
    #expect(early?.code == .roomInBackstage)
    let room = try await live(world)
    _ = try await world.gateway.ban(room, PersonInput(externalID: "lucy"), until: nil, caller: world.caller)
    let banned = await #expect(throws: GatewayError.self) { try await start(world, room) }
    #expect(banned?.code == .banned)
  }

  /// Answers calls the same, or only the first, and the others never.
  private final class Tools: HTTPTransport {
    private let answer: Result<HTTPClientResponse, HTTPClientFailure>
    private let answers: Int
    private let seen = Mutex<[HTTPClientRequest]>([])

    init(_ answer: Result<HTTPClientResponse, HTTPClientFailure>, answers: Int = .max) {
      self.answer = answer
      self.answers = answers
    }

    var requests: [HTTPClientRequest] { seen.withLock { $0 } }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
      let count = seen.withLock { seen in
        seen.append(request)
        return seen.count
      }
      if count <= answers { return try answer.get() }
      try? await Task.sleep(for: .seconds(3_600))
      throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: true)
    }
  }
}
