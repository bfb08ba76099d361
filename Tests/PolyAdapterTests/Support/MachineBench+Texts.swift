import JSONCoding

extension MachineBench {
  static let sessionStart: JSON = event("SESSION_START", ["capabilities": ["heartbeat_interval_seconds": 30]])

  static func event(_ type: String, _ payload: JSON, id: String? = "event-1") -> JSON {
    var object = JSONObject()
    if let id {
      object["id"] = .string(id)
      object["timestamp"] = "2026-05-01T10:00:00Z"
    }
    object["type"] = .string("EVENT_TYPE_" + type)
    object["payload"] = payload
    return .object(object)
  }

  static let answer: JSON = [
    "type": "answer", "sessionId": .string(signalling), "data": ["type": "answer", "sdp": .string(remote)],
  ]

  static func candidate(_ text: String) -> JSON {
    ["type": "ice-candidate", "sessionId": .string(signalling), "data": ["candidate": .string(text), "sdpMid": "0"]]
  }

  static let provision: JSON = [
    "callId": "call-0a1b2c3d",
    "creds": [
      "provider": "cloudflare", "connectUrl": "/api/v1/call/call-0a1b2c3d/sdp", "token": .string(callToken),
      "trackName": "agent-1",
      "extra": [
        "eventsUrl": "/api/v1/call/call-0a1b2c3d/events", "pullUrl": "/api/v1/call/call-0a1b2c3d/sdp/pull",
        "renegotiateUrl": "/api/v1/call/call-0a1b2c3d/sdp/renegotiate",
      ],
    ],
  ]

  static let localPassword = "local-ice-password-0123456"
  static let remotePassword = "remote-ice-password-012345"
  static let offer = description("local1", localPassword, "actpass")
  static let remote = description("remote1", remotePassword, "active")

  static func description(_ fragment: String, _ password: String, _ setUp: String) -> String {
    [
      "v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0", "m=audio 9 UDP/TLS/RTP/SAVPF 111",
      "c=IN IP4 0.0.0.0", "a=ice-ufrag:\(fragment)", "a=ice-pwd:\(password)", "a=setup:\(setUp)", "a=mid:0",
      "a=sendrecv", "a=rtcp-mux", "a=rtpmap:111 opus/48000/2",
    ].map { $0 + "\r\n" }.joined()
  }

  /// Everything that nobody may see.
  static let secrets = [connectorToken, webToken, accessToken, callToken, localPassword, remotePassword]
}
