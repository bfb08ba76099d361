package import Clocks
package import Cryptography
import HTTPTypes
package import JSONCoding
package import MockKit

/// A VideoSDK mock that listens.
package final class RunningVideoSDKMock: Sendable {
  package let server: MockServer
  package let mock: VideoSDKMock

  /// The base to give a client, for REST and for the signalling's first request alike.
  package var url: String { server.url }
  package var engine: MockEngine { server.engine }
  package var apiKey: String { mock.configuration.accounts[0].apiKey }
  package var secret: Secret { mock.configuration.accounts[0].secret }

  init(server: MockServer, mock: VideoSDKMock) {
    self.server = server
    self.mock = mock
  }

  /// What a ready line or port file says, key and secret included: the accounts are made up.
  package var readyDocument: JSON {
    server.readyDocument(["api_key": .string(apiKey), "secret": .string(secret.revealed)])
  }

  /// Stops listening, timers and deliveries.
  package func stop() async { await server.stop() }
}

extension VideoSDKMock {
  /// Starts a mock on a port of its own. `time` is the vendor's clock, wall time unless given.
  package static func start(
    _ configuration: VideoSDKMockConfiguration = VideoSDKMockConfiguration(), address: String = "127.0.0.1",
    port: UInt16 = 0, time: any TimeSource = SystemTime(), policy: WebhookPolicy = WebhookPolicy()
  ) async throws -> RunningVideoSDKMock {
    let mock = VideoSDKMock(configuration: configuration, time: time)
    let server = try MockServer.start(mock, time: time, address: address, port: port, policy: policy)
    return RunningVideoSDKMock(server: server, mock: mock)
  }
}
