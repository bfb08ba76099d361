import MeetingCore
import Metrics
import Testing

@testable import GatewayEngine

@Suite struct BreakerTests {
  private static let down = ProviderFailure(.unavailable, executed: .maybe, operation: "end")

  private func end(_ room: String, _ world: World) async -> GatewayError? {
    do {
      _ = try await world.gateway.end(room, caller: world.caller)
      return nil
    } catch { return error }
  }

  @Test func aProviderThatFailsAgainAndAgainIsNotAskedForAWhile() async throws {
    let world = World()
    let room = try await world.create().room
    world.vendor.failEnds(Self.down, Self.down, Self.down, Self.down, Self.down, Self.down)
    #expect(try world.gateway.provider("fake-main").breaker == .closed)
    for _ in 0..<5 { #expect(await end(room.id, world)?.code == .providerUnavailable) }
    let asked = world.vendor.calls.count { $0 == "end" }
    #expect(asked == 5)
    let refusal = try #require(await end(room.id, world))
    #expect(refusal.code == .providerUnavailable)
    #expect((13...16).contains(refusal.retryAfterSeconds ?? 0))
    #expect(refusal.provider == "fake-main")
    #expect(world.vendor.calls.count { $0 == "end" } == asked, "the vendor is not asked")
    #expect(try world.gateway.provider("fake-main").breaker == .open)
    #expect(
      world.metrics.value(
        "switchboard_provider_breaker_opened_total", ["provider": "fake-main", "operations": "write"]) == 1)
  }

  @Test func readsGoOnWhileWritesAreLeftAlone() async throws {
    let world = World()
    let room = try await world.create().room
    world.vendor.failEnds(Self.down, Self.down, Self.down, Self.down, Self.down)
    for _ in 0..<5 { _ = await end(room.id, world) }
    world.vendor.show(RoomSnapshot(asOf: 0, stage: .live))
    #expect(await world.gateway.reconcile(room.id))
    #expect(world.vendor.calls.contains("snapshot"))
  }

  @Test func refusalsAreAnswers() async throws {
    let world = World()
    let room = try await world.create().room
    let refused = ProviderFailure(.forbidden, executed: .no, operation: "end")
    world.vendor.failEnds(refused, refused, refused, refused, refused, refused)
    for _ in 0..<6 { #expect(await end(room.id, world)?.code == .providerError) }
    #expect(try world.gateway.provider("fake-main").breaker == .closed)
  }
}
