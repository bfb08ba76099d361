import Cryptography
import HTTPTypes

/// One request to the vendor, ready to be sent. Prints nothing of what it holds.
struct PolyRequest: Sendable, CustomStringConvertible, CustomReflectable {
  let operation: String
  let method: String
  /// Web calling tokens travel in the query.
  let url: Secret
  let fields: HTTPFields
  let body: [UInt8]?

  var description: String { operation }
  var customMirror: Mirror { Mirror(self, children: []) }

  /// As the HTTP client takes it. Nothing but the connection is bounded tightly: how long an answer may take is the
  /// call's own affair.
  func prepared(total: Duration) -> HTTPClientRequest {
    HTTPClientRequest(
      method: method, url: url.revealed, fields: fields, body: body,
      timeouts: HTTPTimeouts(connect: min(.seconds(5), total), firstByte: total, idle: total, total: total),
      maximumResponseBytes: 1 << 20)
  }
}
