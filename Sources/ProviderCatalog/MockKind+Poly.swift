import Clocks
import Cryptography
import MockKit
import PolyMock

extension MockKind {
  static let poly = MockKind(
    name: "poly",
    start: { settings, time in
      let mock = try await PolyMock.start(
        PolyMockConfiguration(account: account(settings), seed: settings.seed), address: settings.address,
        port: settings.port, time: time)
      return RunningMock(
        url: mock.url, credentials: mock.credentials, readyDocument: mock.readyDocument, stop: { await mock.stop() })
    },
    provenance: { ProviderKind.provenanceText(of: PolyMock(time: SystemTime())) })

  private static func account(_ settings: MockSettings) -> PolyMockConfiguration.Account {
    let (given, own) = (settings.credentials, PolyMockConfiguration.Account())
    return PolyMockConfiguration.Account(
      connectorToken: given["connector_token"] ?? own.connectorToken,
      webCallingToken: given["web_calling_token"] ?? own.webCallingToken,
      hostIdentifier: given["host_identifier"]?.revealed ?? own.hostIdentifier, apiKey: given["api_key"] ?? own.apiKey,
      accountID: given["account_id"]?.revealed ?? own.accountID,
      projectID: given["project_id"]?.revealed ?? own.projectID)
  }
}
