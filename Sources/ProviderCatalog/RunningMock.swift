package import Cryptography
package import JSONCoding

/// A mock vendor that listens.
package struct RunningMock: Sendable {
  package let url: String
  /// What an account at it is configured with.
  package let credentials: [String: Secret]
  /// What a ready file says of it, its made-up credentials included.
  package let readyDocument: JSON
  /// Stops listening, timers and deliveries.
  package let stop: @Sendable () async -> Void
}
