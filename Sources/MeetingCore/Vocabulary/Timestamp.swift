/// A point in time: nanoseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable {
  public let nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// Whether `left` is earlier.
  public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

  /// Whole seconds since 1970, rounded down.
  public var seconds: Int64 {
    nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds - 999_999_999) / 1_000_000_000
  }

  /// This point moved by whole seconds; stays within the range of 64 bits.
  public func advanced(bySeconds seconds: Int64) -> Self {
    let (delta, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow) = nanoseconds.addingReportingOverflow(delta)
    return Self(nanoseconds: tooFar || overflow ? (seconds < 0 ? .min : .max) : sum)
  }
}
