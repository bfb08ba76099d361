import GatewayEngine
import HTTPTypes
import MeetingCore

/// A handshake, by somebody who may not be known yet.
struct SocketCall: Sendable {
  let head: HTTPRequestHead
  let query: Query
  let requestID: String
  /// Set when the handshake had a credential.
  let caller: Caller?
  /// Finds out who a credential that comes later belongs to, and counts it against them.
  let identify: @Sendable (_ token: String) async throws(GatewayError) -> Caller
}
