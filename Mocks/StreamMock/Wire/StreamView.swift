import Clocks
import JSONCoding
import MockKit

/// How a document is written for one side of the interface.
enum StreamView: Sendable {
  /// `/api/v2`: times are integer nanoseconds, server-only members included.
  case server
  /// `/video`: times are RFC 3339.
  case client
  /// Webhooks: RFC 3339 with nine digits.
  case hook

  func time(_ nanoseconds: Int64) -> JSON {
    self == .server ? .integer(nanoseconds) : .string(RFC3339.format(nanoseconds, fractionDigits: 9))
  }

  /// The time, or null.
  func time(_ nanoseconds: Int64?) -> JSON { nanoseconds.map { time($0) } ?? .null }

  var hasServerMembers: Bool { self == .server }
}
