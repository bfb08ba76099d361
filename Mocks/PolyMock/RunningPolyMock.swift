package import Clocks
package import Cryptography
import HTTPTypes
package import JSONCoding
package import MockKit

/// A Poly mock that listens: both hosts of the vendor's, messaging and voice, are this one.
package final class RunningPolyMock: Sendable {
  package let server: MockServer
  package let mock: PolyMock

  package var url: String { server.url }
  package var engine: MockEngine { server.engine }
  /// The account that control routes mean when they name none.
  package var account: PolyMockConfiguration.Account { mock.configuration.accounts[0] }

  /// Where messaging's REST interface begins.
  package var restBaseURL: String { url + "/api/v1" }
  /// Where messaging's socket is.
  package var socketURL: String { "ws" + url.dropFirst("http".count) + "/ws" }
  /// The host of signalling, of ICE servers and of the bridge, with its port and without a scheme.
  package var signalingHost: String { String(url.dropFirst("http://".count)) }

  init(server: MockServer, mock: PolyMock) {
    self.server = server
    self.mock = mock
  }

  /// What an account at this mock is configured with.
  package var credentials: [String: Secret] {
    [
      "connector_token": account.connectorToken, "web_calling_token": account.webCallingToken,
      "host_identifier": Secret(account.hostIdentifier), "api_key": account.apiKey,
      "account_id": Secret(account.accountID), "project_id": Secret(account.projectID),
    ]
  }

  /// What a ready line or port file says, tokens included: the accounts are made up.
  package var readyDocument: JSON {
    var extra: JSONObject = [:]
    for (name, value) in credentials.sorted(by: { $0.key < $1.key }) { extra[name] = .string(value.revealed) }
    return server.readyDocument(extra)
  }

  /// Stops listening, timers and deliveries.
  package func stop() async { await server.stop() }
}

extension PolyMock {
  /// What the vendor's pages say of repeating a delivery: after 1, 5 and 15 minutes, one hour and four.
  package static let deliveries = WebhookPolicy(
    pauses: [.seconds(60), .seconds(300), .seconds(900), .seconds(3_600), .seconds(14_400)], timeout: .seconds(5))

  /// Starts a mock on a port of its own. `time` is the vendor's clock, wall time unless given.
  package static func start(
    _ configuration: PolyMockConfiguration = PolyMockConfiguration(), address: String = "127.0.0.1",
    port: UInt16 = 0, time: any TimeSource = SystemTime(), policy: WebhookPolicy = deliveries
  ) async throws -> RunningPolyMock {
    let mock = PolyMock(configuration: configuration, time: time)
    let server = try MockServer.start(mock, time: time, address: address, port: port, policy: policy)
    return RunningPolyMock(server: server, mock: mock)
  }
}
