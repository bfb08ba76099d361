import Clocks
import Cryptography
import HTTPClient
import MeetingContract
import MeetingCore
import ProviderCatalog

/// What the contract runs on: a fresh mock of a kind, or an account of a configuration.
enum ContractChoice {
  static func harness(_ name: String, config: String?) throws -> any ContractHarness {
    guard let config else {
      guard let kind = ProviderCatalog.kind(name) else {
        throw UsageError("there is no kind '\(name)'; an account of yours needs --config FILE")
      }
      return kind.contractHarness()
    }
    let settings = try ConfigurationLoading.settings(try ConfigurationLoading.read(config, allowMock: true))
    guard let provider = settings.providers.first(where: { $0.name == name }) else {
      throw UsageError("\(config) has no provider '\(name)'")
    }
    return AccountHarness(provider: provider)
  }
}

/// A real account: provider calls only, since nobody can move its devices, clock or faults.
struct AccountHarness: ContractHarness {
  let provider: GatewaySettings.Provider

  var name: String { provider.name }
  var kinds: [RoomKind] { RoomKind.allCases }

  func makeFixture(manualClock: Bool) async throws -> ContractFixture {
    let client = HTTPClient()
    let time = SystemTime()
    let surroundings = ProviderKind.Surroundings(transport: client, time: time, random: SystemRandom())
    return ContractFixture(
      description: provider.kind.description,
      provider: try provider.kind.makeProvider(provider.account, surroundings),
      now: { Timestamp(nanoseconds: time.wallNanoseconds) }, stop: { await client.shutdown() })
  }
}
