package import Clocks
package import Cryptography
package import HTTPTypes
package import MeetingContract
package import MeetingCore
package import WebSocket

/// A kind of provider that this build has: its adapter, and the mock vendor that stands in for it.
package struct ProviderKind: Sendable {
  /// What an account is made from.
  package struct Account: Sendable {
    package let credentials: [String: Secret]
    /// nil = the vendor's own.
    package let baseURL: String?
    package let options: [String: String]
    /// Where the gateway takes the vendor's deliveries, for vendors that are told so with each room; nil where that is not
    /// known.
    package var hookURL: String?

    package init(
      credentials: [String: Secret], baseURL: String? = nil, options: [String: String] = [:], hookURL: String? = nil
    ) {
      self.credentials = credentials
      self.baseURL = baseURL
      self.options = options
      self.hookURL = hookURL
    }
  }

  /// What a provider works with.
  package struct Surroundings: Sendable {
    package let transport: any HTTPTransport
    package let time: any TimeSource
    package let random: any RandomSource
    /// Opens long connections; nil = nothing that needs one is offered.
    package let sockets: (any WebSocketConnecting)?

    package init(
      transport: any HTTPTransport, time: any TimeSource, random: any RandomSource,
      sockets: (any WebSocketConnecting)? = nil
    ) {
      self.transport = transport
      self.time = time
      self.random = random
      self.sockets = sockets
    }
  }

  package let description: ProviderDescription
  package let makeProvider: @Sendable (Account, Surroundings) throws -> any MeetingProvider
  package let startMock: @Sendable (MockSettings, any TimeSource) async throws -> RunningMock
  /// Each route, event and fault of the mock with the evidence for it.
  package let mockProvenance: @Sendable () -> String
  /// The contract over the adapter, each behaviour on a fresh mock.
  package let contractHarness: @Sendable () -> any ContractHarness

  package var kind: String { description.kind }
}
