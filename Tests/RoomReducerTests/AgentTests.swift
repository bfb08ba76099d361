import MeetingCore
import RoomReducer
import Testing

@Suite struct AgentTests {
  private static func agent(_ id: String = "agt_1", as person: String = "lucy") -> RoomInput {
    .intent(.agentStarted(Agent(id: id, identity: person, settings: AgentSettings(), createdAt: Scene.time(10))))
  }

  private static func news(_ at: Int64, _ news: AgentNews, of id: String = "agt_1") -> RoomInput {
    Scene.fact(at, .agent(id, news), source: .socket)
  }

  private func agent(_ scene: Scene, _ id: String = "agt_1") -> Agent? {
    if case .agent(let agent)? = scene.state.resources[id] { agent } else { nil }
  }

  @Test func anAgentIsToldWhenItIsThereAndNotBefore() {
    var scene = Scene()
    #expect(scene.feed(Self.agent()).isEmpty)
    #expect(agent(scene)?.state == .joining)
    scene.feed(Scene.joined(11, "c1", "lucy"))
    #expect(scene.feed(Self.news(12, .joined(connection: "c1"))) == ["agent.joined"])
    #expect(agent(scene)?.participant == scene.state.participants["c1"]?.id)
    #expect(scene.feed(Self.news(13, .joined(connection: "c1"))).isEmpty)
  }

  @Test func aConnectionThatIsToldLateIsTheAgents() {
    var scene = Scene()
    scene.feed(Self.agent())
    #expect(scene.feed(Self.news(12, .joined(connection: nil))) == ["agent.joined"])
    #expect(agent(scene)?.participant == nil)
    scene.feed(Scene.joined(13, "c1", "lucy"))
    #expect(agent(scene)?.participant == scene.state.participants["c1"]?.id)
  }

  @Test func oneAgentPerPerson() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Self.agent("agt_2"))
    #expect(agent(scene, "agt_2") == nil)
    scene.feed(Self.news(12, .failed(reason: "provider_timeout", detail: nil)))
    scene.feed(Self.agent("agt_2"))
    #expect(agent(scene, "agt_2")?.state == .joining)
  }

  @Test func whatIsOverIsNotToldAgain() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Self.news(12, .joined(connection: nil)))
    #expect(scene.feed(Self.news(13, .left(reason: "stopped"))) == ["agent.left"])
    #expect(agent(scene)?.reason == "stopped")
    #expect(
      scene.feed(
        Self.news(14, .left(reason: nil)), Self.news(14, .failed(reason: "x", detail: nil)),
        Self.news(14, .transcript(item: "i", speaker: .agent, text: "late", isFinal: true))
      ).isEmpty)
    #expect(agent(scene)?.reason == "stopped")
  }

  @Test func speechIsToldWhenItBeginsAndEnds() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Self.news(12, .joined(connection: nil)))
    #expect(scene.feed(Self.news(13, .speaking(true)), Self.news(13, .speaking(true))) == ["speaker.changed"])
    #expect(scene.feed(Self.news(14, .left(reason: nil))) == ["speaker.changed", "agent.left"])
  }

  /// Why somebody leaves by themselves, only their own connection knows.
  @Test func whoIsThrownOutIsNoAgentAnyMore() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Scene.joined(11, "c1", "lucy"))
    scene.feed(Self.news(12, .joined(connection: "c1")))
    var other = scene
    #expect(other.feed(Scene.left(20, "c1", "lucy")) == ["participant.left"])
    let reduction = scene.reduce([Scene.left(20, "c1", "lucy", .removed)])
    #expect(reduction.events.map(\.type) == ["participant.left", "agent.left"])
    #expect(reduction.directives == [.withdraw(person: "lucy"), .release(agent: "agt_1")])
    #expect(agent(scene)?.reason == "removed" && scene.state.members.isEmpty)
  }

  @Test func theRoomsEndIsEveryAgentsEnd() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Self.news(12, .joined(connection: nil)))
    scene.feed(Self.agent("agt_2", as: "max"))
    let reduction = scene.reduce([.intent(.ended(reason: "api", by: nil))])
    #expect(reduction.events.map(\.type) == ["agent.left", "agent.failed", "room.ended"])
    #expect(Set(reduction.directives) == [.release(agent: "agt_1"), .release(agent: "agt_2")])
    scene.feed(Self.agent("agt_3", as: "zoe"))
    #expect(agent(scene, "agt_3") == nil)
  }

  @Test func aCallIsToldOnceItHasItsOutcome() {
    var scene = Scene()
    scene.feed(Self.agent())
    scene.feed(Self.news(12, .joined(connection: nil)))
    let call = AgentToolCall(id: "call_1", name: "get_weather", arguments: "{}")
    #expect(scene.feed(Self.news(13, .asked(call))).isEmpty)
    #expect(
      scene.feed(Self.news(14, .toolCalled(call, status: .succeeded, milliseconds: 5))) == ["agent.tool_called"])
    scene.feed(Self.news(15, .left(reason: "released")))
    #expect(
      scene.feed(Self.news(16, .toolCalled(call, status: .cancelled, milliseconds: 5))) == ["agent.tool_called"])
  }
}
