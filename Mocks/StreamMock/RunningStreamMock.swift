package import Clocks
package import Cryptography
import HTTPTypes
package import JSONCoding
package import MockKit

/// A Stream mock that listens.
package final class RunningStreamMock: Sendable {
  package let server: MockServer
  package let mock: StreamMock

  /// The base to give a client; both path families are below it.
  package var url: String { server.url }
  package var engine: MockEngine { server.engine }
  package var apiKey: String { mock.configuration.accounts[0].apiKey }
  package var apiSecret: Secret { mock.configuration.accounts[0].apiSecret }

  /// One of the keys of a model that agents are let in with: any that begins as the real ones do.
  package static let openAIKey = Secret("sk-mock-openai-key")

  init(server: MockServer, mock: StreamMock) {
    self.server = server
    self.mock = mock
  }

  /// What a ready line or port file says, key and secret included: the accounts are made up.
  package var readyDocument: JSON {
    server.readyDocument([
      "api_key": .string(apiKey), "api_secret": .string(apiSecret.revealed),
      "openai_api_key": .string(Self.openAIKey.revealed),
    ])
  }

  /// Stops listening, timers and deliveries.
  package func stop() async { await server.stop() }
}

extension StreamMock {
  /// Starts a mock on a port of its own. `time` is the vendor's clock, wall time unless given.
  package static func start(
    _ configuration: StreamMockConfiguration = StreamMockConfiguration(), address: String = "127.0.0.1",
    port: UInt16 = 0,
    time: any TimeSource = SystemTime(), policy: WebhookPolicy = WebhookPolicy()
  ) async throws -> RunningStreamMock {
    let mock = StreamMock(configuration: configuration, time: time)
    let server = try MockServer.start(mock, time: time, address: address, port: port, policy: policy)
    return RunningStreamMock(server: server, mock: mock)
  }
}
