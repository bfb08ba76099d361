package import Cryptography

/// The accounts a mock knows and the seed of its ids.
package struct VideoSDKMockConfiguration: Sendable {
  package struct Account: Sendable {
    package let apiKey: String
    package let secret: Secret

    package init(apiKey: String, secret: Secret) {
      self.apiKey = apiKey
      self.secret = secret
    }
  }

  /// The first is the one control routes mean when they name none. Accounts share nothing but the key that signs webhooks.
  package var accounts: [Account]
  /// The same seed and the same requests give the same ids.
  package var seed: UInt64
  package var options: VideoSDKMockOptions

  package init(
    apiKey: String = "mock-videosdk-key", secret: Secret = Secret("mock-videosdk-secret-0123456789abcdef"),
    seed: UInt64 = 1, others: [Account] = [], options: VideoSDKMockOptions = VideoSDKMockOptions()
  ) {
    accounts = [Account(apiKey: apiKey, secret: secret)] + others
    self.seed = seed
    self.options = options
  }
}
