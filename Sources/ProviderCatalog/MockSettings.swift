package import Cryptography

/// How to start a mock vendor.
package struct MockSettings: Sendable {
  package var address: String
  /// 0 takes a free one.
  package var port: UInt16
  package var seed: UInt64
  /// `api_key`, and `api_secret` whatever the vendor calls it; the mock's own where there is none.
  package var credentials: [String: Secret]

  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, seed: UInt64 = .random(in: 1...UInt64(Int64.max)),
    credentials: [String: Secret] = [:]
  ) {
    self.address = address
    self.port = port
    self.seed = seed
    self.credentials = credentials
  }
}
