package import Cryptography

/// The accounts a mock knows and the seed of its ids.
package struct PolyMockConfiguration: Sendable {
  /// One connector with its two tokens, and the project behind it. Accounts share nothing.
  package struct Account: Sendable {
    /// Authenticates the session of a call.
    package let connectorToken: Secret
    /// Authenticates signalling and the list of ICE servers.
    package let webCallingToken: Secret
    /// The domain or app that is registered for the connector; empty = none is.
    package let hostIdentifier: String
    /// Of the server's interface, where conversations are read.
    package let apiKey: Secret
    package let accountID: String
    /// The agent's id, too.
    package let projectID: String
    /// Signs what alerts send out.
    package let webhookSecret: Secret

    package init(
      connectorToken: Secret = Secret("mock-poly-connector-token-0123456789"),
      webCallingToken: Secret = Secret("mock-poly-web-calling-token-0123456789"),
      hostIdentifier: String = "switchboard.example", apiKey: Secret = Secret("mock-poly-api-key-0123456789"),
      accountID: String = "ws-mock0001", projectID: String = "PROJECT-MOCK0001",
      webhookSecret: Secret = Secret("mock-poly-webhook-secret-0123456789")
    ) {
      self.connectorToken = connectorToken
      self.webCallingToken = webCallingToken
      self.hostIdentifier = hostIdentifier
      self.apiKey = apiKey
      self.accountID = accountID
      self.projectID = projectID
      self.webhookSecret = webhookSecret
    }
  }

  /// The first is the one control routes mean when they name none. Their `accountID`s differ.
  package var accounts: [Account]
  /// The same seed and the same requests give the same ids.
  package var seed: UInt64
  package var options: PolyMockOptions

  package init(
    account: Account = Account(), seed: UInt64 = 1, others: [Account] = [],
    options: PolyMockOptions = PolyMockOptions()
  ) {
    accounts = [account] + others
    self.seed = seed
    self.options = options
  }
}
