/// Why a body cannot be inflated.
package enum CompressionError: Error, Sendable, Hashable {
  /// Not gzip, or broken.
  case corrupt
  /// Ends before its end.
  case truncated
  /// Larger than allowed once inflated.
  case tooLarge
}
