package import Clocks
import Cryptography
package import MeetingContract
package import MeetingCore
package import MockKit
import PolyAdapter
package import PolyMock

/// The contract's harness of Poly, in the dialect that its pages describe.
package struct PolyHarness: MockHarness {
  package let name = "poly"
  package let kinds: [RoomKind] = [.voiceCall]
  package var options = PolyMockOptions()
  package var wrapVendor: @Sendable (any MockVendor) -> any MockVendor = { $0 }
  package var wrapProvider: @Sendable (any MeetingProvider) -> any MeetingProvider = { $0 }

  package init() {}

  package var description: ProviderDescription { PolyProvider.description }
  private var configuration: PolyMockConfiguration { PolyMockConfiguration(options: options) }

  package func vendor(on time: any TimeSource) -> any MockVendor {
    PolyMock(configuration: configuration, time: time)
  }

  package func provider(
    at url: String, with credentials: HarnessCredentials, in surroundings: ProviderKind.Surroundings
  ) -> any MeetingProvider {
    let mocks = configuration.accounts[0]
    let token = credentials == .genuine ? mocks.webCallingToken : Secret("not-the-token-0123456789abcdef")
    // The mock's address is one, and its tokens are.
    let account = try? PolyAccount(
      credentials: [
        "connector_token": mocks.connectorToken, "web_calling_token": token,
        "host_identifier": Secret(mocks.hostIdentifier),
      ], baseURL: url)
    guard let account else { preconditionFailure("the mock's own account is none") }
    return PolyProvider(
      account: account, transport: surroundings.transport, time: surroundings.time, random: surroundings.random,
      sockets: surroundings.sockets)
  }

  /// The vendor has no rooms: there is none that it lacks.
  package func missingRoom(_ kind: RoomKind) -> ProviderRoom { ProviderRoom(key: "room_none", kind: kind, refs: [:]) }

  package func complete(_ fixture: inout ContractFixture, with controls: MockControls) {
    // Nobody comes in at the vendor with a token of ours.
    fixture.devices = nil
    fixture.calls = controls
  }

  package func controls(of engine: MockEngine) -> MockControls {
    MockControls(
      engine: engine, roomID: { $0.key }, connectionField: "id", soundPermission: "", operations: [:])
  }
}
