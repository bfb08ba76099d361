import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// What the gateway dialect asks and says.
struct GatewayRequests: Sendable {
  let account: PolyAccount

  var iceServers: PolyRequest {
    let token = PercentEncoding.encode(account.webCallingToken.revealed)
    return PolyRequest(
      operation: "ice-servers", method: "GET",
      url: Secret(account.hosts.voice("/api/v1/ice-servers?token=\(token)")), fields: ["Accept": "application/json"],
      body: nil)
  }

  var socket: Secret { Secret(account.hosts.voiceSocket("/api/v1/webrtc/signal")) }

  /// A new call. The session is the service's to name.
  func offer(_ sdp: String, call: String) -> JSON {
    [
      "type": "offer", "sessionId": nil, "data": ["type": "offer", "sdp": .string(sdp)], "mode": .string(account.mode),
      "authToken": .string(account.webCallingToken.revealed), "callSid": .string(call),
      "caller": .string(account.caller), "callee": .string(account.callee),
    ]
  }

  static func candidate(_ candidate: ICECandidate, session: String) -> JSON {
    var data: JSONObject = JSONObject()
    data["candidate"] = .string(candidate.candidate)
    if let mid = candidate.mid { data["sdpMid"] = .string(mid) }
    if let index = candidate.mediaLine { data["sdpMLineIndex"] = .integer(Int64(index)) }
    return ["type": "ice-candidate", "sessionId": .string(session), "data": .object(data)]
  }

  static func close(session: String) -> JSON { ["type": "close", "sessionId": .string(session)] }
}
