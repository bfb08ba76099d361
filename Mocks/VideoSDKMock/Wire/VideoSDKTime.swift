import Clocks
import JSONCoding

/// How times are written.
enum VideoSDKTime {
  /// In answers: milliseconds and `Z`.
  static func rest(_ nanoseconds: Int64) -> JSON { .string(RFC3339.format(nanoseconds)) }

  /// The time, or null.
  static func rest(_ nanoseconds: Int64?) -> JSON { nanoseconds.map { rest($0) } ?? .null }

  /// In webhooks: milliseconds and `+00:00`.
  static func hook(_ nanoseconds: Int64) -> JSON {
    .string(RFC3339.format(nanoseconds).dropLast() + "+00:00")
  }
}
