import EventDelivery
import MeetingCore

/// Why an event socket is closed by us, as the client is told. Codes from 4000 on are an HTTP status and 4000.
struct SocketEnding: Sendable, Hashable {
  let code: UInt16
  let reason: String

  /// The client has gone by itself.
  static let gone = Self(code: 1000, reason: "")

  init(code: UInt16, reason: String) {
    self.code = code
    self.reason = reason
  }

  init(_ error: GatewayError) {
    self.init(code: UInt16(4_000 + ProblemType.of(error.code).status), reason: error.code.rawValue)
  }

  init(_ end: EventFeed.End?) {
    switch end {
    case .complete: self.init(code: 1000, reason: "the room has ended")
    case .expired: self.init(code: 4401, reason: "the token has expired")
    case .forbidden: self.init(code: 4403, reason: "no longer admitted")
    case .lagged: self.init(code: 4408, reason: "too far behind")
    case .closed, nil: self.init(code: 1001, reason: "going away")
    }
  }
}
