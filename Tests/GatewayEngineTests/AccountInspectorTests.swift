import Clocks
import Cryptography
import GatewayEngine
import MeetingCore
import ProgramTesting
import StructuredLogging
import Testing

@Suite("Looking at accounts")
struct AccountInspectorTests {
  private static let good = AccountFinding(.credentials, .good, "taken")
  private static let bad = AccountFinding(.deliveries, .degraded, "no hook", remedy: "add one")

  /// Runs the looking beside `body`.
  private func looking(_ keeper: FakeKeeper, _ body: (World, ManualTime) async throws -> Void) async throws {
    let time = ManualTime()
    let world = World(vendor: FakeVendor(keeper: keeper), time: time)
    let looking = Task { await world.gateway.inspectAccounts() }
    #expect(await time.waitForSleepers(1))
    try await body(world, time)
    looking.cancel()
    await looking.value
  }

  private func findings(_ world: World) -> [AccountFinding]? { try? world.gateway.provider("fake-main").findings }

  private func warnings(_ world: World) -> Int {
    world.log.lines.count { $0.contains("an account is not as it must be") }
  }

  @Test("what is found is shown, and what is wrong is said once, until it is mended")
  func shows() async throws {
    let keeper = FakeKeeper(.success([Self.good, Self.bad]), .success([Self.good, Self.bad]), .success([Self.good]))
    try await looking(keeper) { world, time in
      #expect(findings(world) == [Self.good, Self.bad])
      #expect(warnings(world) == 1)
      await time.advance(by: .seconds(300))
      #expect(await time.waitForSleepers(1))
      #expect(keeper.looks.count == 2)
      #expect(warnings(world) == 1)
      await time.advance(by: .seconds(300))
      #expect(await time.waitForSleepers(1))
      #expect(findings(world) == [Self.good])
      await time.advance(by: .seconds(3_599))
      #expect(keeper.looks.count == 3)
    }
  }

  @Test("a vendor that does not answer is asked again after a minute, and nothing is claimed of the account")
  func asksAgain() async throws {
    let failure = ProviderFailure(.unavailable, executed: .no, operation: "look")
    let keeper = FakeKeeper(.failure(failure), .success([Self.good]))
    try await looking(keeper) { world, time in
      #expect(findings(world) == [])
      await time.advance(by: .seconds(60))
      let isFound = await eventually { findings(world) == [Self.good] }
      #expect(isFound)
      #expect(warnings(world) == 0)
    }
  }

  @Test("without a public address the vendor's side of deliveries cannot be known")
  func noAddress() async throws {
    let keeper = FakeKeeper(.success([]))
    try await looking(keeper) { _, _ in #expect(keeper.looks == [AccountSituation(hookURL: nil)]) }
    let options = GatewayOptions(
      instance: "i", tokenKey: Secret("k"), tenants: [], publicURL: "https://rooms.example/gate/")
    #expect(options.hookURL(of: "main") == "https://rooms.example/gate/v1/hooks/main")
  }
}
