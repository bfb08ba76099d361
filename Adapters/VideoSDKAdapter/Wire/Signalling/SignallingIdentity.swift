import Cryptography
import JSONCoding

/// As whom a connection comes into which room.
struct SignallingIdentity: Sendable {
  let room: String
  let peer: String
  let displayName: String
  var mode = PeerMode.sendAndReceive
  /// What others are to know, an object.
  var metaData: JSON = [:]
  /// Goes into the connection's address: neither is ever shown.
  let token: Secret

  /// Whether the token opens the waiting room only, so that somebody has to let its bearer in.
  var asksToJoin: Bool {
    let permissions = JWT.unverifiedClaims(token.revealed)?["permissions"]?.arrayValue ?? []
    return permissions.contains("ask_join") && !permissions.contains("allow_join")
  }
}
