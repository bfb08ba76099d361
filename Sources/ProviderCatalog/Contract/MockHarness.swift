package import Clocks
import Cryptography
import HTTPClient
package import MeetingContract
package import MeetingCore
package import MockKit
import WebSocket

/// A contract harness over one of our mocks: a fresh vendor, adapter and all between them for every behaviour. What is left
/// to say for a vendor is how its mock and its adapter are made, and its own words.
package protocol MockHarness: ContractHarness {
  /// What is left open about a vendor.
  associatedtype Options: Sendable

  init()

  /// What a mock behaves like.
  var options: Options { get set }
  /// What the adapter says of itself.
  var description: ProviderDescription { get }
  /// Puts something in front of the vendor, for tests of the suite itself.
  var wrapVendor: @Sendable (any MockVendor) -> any MockVendor { get set }
  /// Puts something in front of the adapter, for tests of the suite itself.
  var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider { get set }

  /// The vendor, seeded anew; time passes for it by `time`.
  func vendor(on time: any TimeSource) -> any MockVendor
  /// The adapter for the vendor that listens at `url`.
  func provider(at url: String, with credentials: HarnessCredentials, in surroundings: ProviderKind.Surroundings)
    -> any MeetingProvider
  /// A room that the vendor does not have.
  func missingRoom(_ kind: RoomKind) -> ProviderRoom
  /// The mock's control plane, by the vendor's names.
  func controls(of engine: MockEngine) -> MockControls
  /// Adds what not every vendor has.
  func complete(_ fixture: inout ContractFixture, with controls: MockControls)
}

/// With what an adapter of a harness presents itself.
package enum HarnessCredentials: Sendable, Hashable {
  /// The account's of the mock.
  case genuine
  /// With a secret that the vendor does not know.
  case refused
}

extension MockHarness {
  package func complete(_ fixture: inout ContractFixture, with controls: MockControls) {}

  package func makeFixture(manualClock: Bool) async throws -> ContractFixture {
    let time: any TimeSource = manualClock ? ManualTime() : SystemTime()
    let server = try MockServer.start(wrapVendor(vendor(on: time)), time: time)
    let client = HTTPClient()
    let loop = try WebSocketLoop()
    let surroundings = ProviderKind.Surroundings(
      transport: client, time: time, random: SystemRandom(), sockets: WebSocketClient(opener: client, loop: loop))
    let hooks = MockHookControls(engine: server.engine)
    var fixture = ContractFixture(
      description: description, provider: wrapProvider(provider(at: server.url, with: .genuine, in: surroundings)),
      now: { Timestamp(nanoseconds: time.wallNanoseconds) },
      stop: {
        await hooks.stop()
        await server.stop()
        await loop.stop()
        await client.shutdown()
      })
    fixture.withBadCredentials = wrapProvider(provider(at: server.url, with: .refused, in: surroundings))
    fixture.missingRoom = { missingRoom($0) }
    fixture.hooks = hooks
    let controls = controls(of: server.engine)
    (fixture.devices, fixture.journal, fixture.faults) = (controls, controls, controls)
    if let manual = time as? ManualTime { fixture.advance = advance(manual, server.engine) }
    complete(&fixture, with: controls)
    return fixture
  }

  private func advance(_ time: ManualTime, _ engine: MockEngine) -> @Sendable (Duration) async -> Void {
    { distance in
      await time.advance(by: distance)
      engine.runTimers()
    }
  }
}
