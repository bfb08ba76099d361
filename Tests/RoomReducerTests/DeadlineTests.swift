import MeetingCore
import RoomReducer
import Testing

/// The end of a room's time, where the gateway keeps it.
@Suite struct DeadlineTests {
  private func scene(_ seconds: Int?) -> Scene {
    var scene = Scene(settings: RoomSettings(backstage: false, maximumDurationSeconds: seconds))
    scene.rules = GatewayRules(endsRooms: true)
    return scene
  }

  private func changed(_ scene: Scene, to seconds: Int?) -> RoomInput {
    var patch = RoomPatch(of: scene.state.room)
    patch.settings.maximumDurationSeconds = seconds
    return .intent(.updated(patch, by: nil))
  }

  @Test func itIsCountedFromTheBeginningOfTheSession() {
    var scene = scene(60)
    #expect(scene.reduce([Scene.joined(100, "ps-1", "ana")]).directives == [.end(at: Scene.time(160))])
    #expect(scene.reduce([Scene.joined(110, "ps-2", "bo")]).directives.isEmpty)
    let over = scene.reduce([Scene.fact(120, .sessionEnded(vendorID: "s-1", reason: nil))])
    #expect(over.directives == [.end(at: nil)])
    let next = scene.reduce([Scene.joined(500, "ps-3", "ana", session: "s-2")])
    #expect(next.directives == [.end(at: Scene.time(560))])
  }

  @Test func anotherLimitIsAnotherEnd() {
    var scene = scene(nil)
    #expect(scene.reduce([Scene.joined(100, "ps-1", "ana")]).directives.isEmpty)
    #expect(scene.reduce([changed(scene, to: 60)]).directives == [.end(at: Scene.time(160))])
    #expect(scene.reduce([changed(scene, to: 90)]).directives == [.end(at: Scene.time(190))])
    #expect(scene.reduce([changed(scene, to: nil)]).directives == [.end(at: nil)])
  }

  @Test func anEndedRoomHasNoEndAhead() {
    var scene = scene(60)
    scene.feed(Scene.joined(100, "ps-1", "ana"))
    #expect(scene.reduce([.intent(.ended(reason: "api", by: nil))]).directives == [.end(at: nil)])
  }

  @Test func aVendorThatKeepsItIsLeftToIt() {
    var scene = scene(60)
    scene.rules = GatewayRules()
    #expect(scene.reduce([Scene.joined(100, "ps-1", "ana")]).directives.isEmpty)
  }
}
