import Cryptography
import HTTPTypes
import JSONCoding

/// What the bridge dialect asks and says.
struct BridgeRequests: Sendable {
  let account: PolyAccount

  /// Opens a call. The only request that the web calling token goes with; without a mode it would be an echo.
  var provision: PolyRequest {
    request(
      .provision, "POST", "/api/v1/call", ("Authorization", "Bearer " + account.webCallingToken.revealed),
      ["mode": "voice-agent"])
  }

  func connect(_ call: BridgeCall, sdp: String, mid: String) -> PolyRequest {
    request(.connect, "POST", call.connectPath, key(call), ["sdp": .string(sdp), "mid": .string(mid)])
  }

  func pull(_ path: String, _ call: BridgeCall) -> PolyRequest { request(.pull, "POST", path, key(call), [:]) }

  func renegotiate(_ path: String, _ call: BridgeCall, sdp: String) -> PolyRequest {
    request(.renegotiate, "POST", path, key(call), ["sdp": .string(sdp)])
  }

  func delete(_ call: BridgeCall) -> PolyRequest {
    request(.delete, "DELETE", "/api/v1/call/\(PercentEncoding.encode(call.id))", key(call), nil)
  }

  func socket(_ path: String) -> Secret { Secret(account.hosts.voiceSocket(path)) }

  /// The first thing that the events socket must hear.
  static func auth(_ call: BridgeCall) -> JSON {
    ["type": "auth", "token": .string(call.token?.revealed ?? "")]
  }

  private func key(_ call: BridgeCall) -> (String, String)? { call.token.map { ("X-Call-Token", $0.revealed) } }

  private func request(
    _ route: BridgeRoute, _ method: String, _ path: String, _ key: (String, String)?, _ body: JSON?
  ) -> PolyRequest {
    var fields: HTTPFields = ["Accept": "application/json"]
    if let key { fields[key.0] = key.1 }
    if body != nil { fields["Content-Type"] = "application/json" }
    return PolyRequest(
      operation: route.rawValue, method: method, url: Secret(account.hosts.voice(path)), fields: fields,
      body: body?.bytes())
  }
}
