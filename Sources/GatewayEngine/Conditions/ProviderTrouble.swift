/// Why a provider account is not what it should be.
package enum ProviderTrouble: String, Sendable, Hashable, CaseIterable {
  /// It failed so often that it is left alone for a while.
  case breakerOpen = "breaker_open"
  /// The connection that tells what happens in its rooms is lost, or cannot be made.
  case feedLost = "feed_lost"
  /// Its rooms cannot be read.
  case readingFailed = "reading_failed"

  /// Whether it lasts until the contrary is known; otherwise each occurrence speaks for its own time only.
  var isLasting: Bool { self != .readingFailed }
}
