import Clocks
import Cryptography
import MockKit
import PolyAdapter
import PolyMock

extension ProviderKind {
  static let poly = ProviderKind(
    description: PolyProvider.description,
    makeProvider: { account, surroundings in
      PolyProvider(
        account: try polyAccount(account), transport: surroundings.transport, time: surroundings.time,
        random: surroundings.random, sockets: surroundings.sockets)
    },
    startMock: { settings, time in
      let mock = try await PolyMock.start(
        PolyMockConfiguration(account: mockAccount(settings), seed: settings.seed), address: settings.address,
        port: settings.port, time: time)
      return RunningMock(
        url: mock.url, credentials: mock.credentials, readyDocument: mock.readyDocument, stop: { await mock.stop() })
    },
    mockProvenance: { provenanceText(of: PolyMock(time: SystemTime())) },
    contractHarness: { PolyHarness() })

  private static func polyAccount(_ account: Account) throws(CatalogError) -> PolyAccount {
    do {
      return try PolyAccount(
        credentials: account.credentials, baseURL: account.baseURL, options: account.options)
    } catch { throw CatalogError("\(error)") }
  }

  private static func mockAccount(_ settings: MockSettings) -> PolyMockConfiguration.Account {
    let (given, own) = (settings.credentials, PolyMockConfiguration.Account())
    return PolyMockConfiguration.Account(
      connectorToken: given["connector_token"] ?? own.connectorToken,
      webCallingToken: given["web_calling_token"] ?? own.webCallingToken,
      hostIdentifier: given["host_identifier"]?.revealed ?? own.hostIdentifier, apiKey: given["api_key"] ?? own.apiKey,
      accountID: given["account_id"]?.revealed ?? own.accountID,
      projectID: given["project_id"]?.revealed ?? own.projectID)
  }
}
