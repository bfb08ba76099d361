package import Cryptography

/// The accounts a mock knows and the seed of its ids.
package struct StreamMockConfiguration: Sendable {
  package struct Account: Sendable {
    package let apiKey: String
    package let apiSecret: Secret

    package init(apiKey: String, apiSecret: Secret) {
      self.apiKey = apiKey
      self.apiSecret = apiSecret
    }
  }

  /// The first is the one control routes mean when they name none. Accounts share nothing.
  package var accounts: [Account]
  /// The same seed and the same requests give the same ids.
  package var seed: UInt64
  package var options: StreamMockOptions

  package init(
    apiKey: String = "mockstreamkey", apiSecret: Secret = Secret("mock-stream-secret-0123456789abcdef"),
    seed: UInt64 = 1, others: [Account] = [], options: StreamMockOptions = StreamMockOptions()
  ) {
    accounts = [Account(apiKey: apiKey, apiSecret: apiSecret)] + others
    self.seed = seed
    self.options = options
  }
}
