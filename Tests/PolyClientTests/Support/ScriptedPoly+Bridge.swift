import HTTPTypes
import JSONCoding
import Synchronization

/// The bridge's routes.
extension ScriptedPoly {
  func bridge(_ request: HTTPRequest) async -> HTTPResponse {
    let path = request.head.path
    let route = self.route(request)
    if knobs.bridgeIsSilentAt == route { await silence() }
    if let status = knobs.bridgeStatuses[route] { return Self.json(["error": "refused"], status: status) }
    if route == "provision" {
      let isGood = request.head.fields["Authorization"] == "Bearer " + Self.webToken
      return isGood ? Self.json(provision()) : Self.json([:], status: 401)
    }
    if route == "events" { return socket(request, "events", refused: nil) }
    guard path.hasPrefix("/api/v1/call/"), request.head.fields["X-Call-Token"] == Self.callToken else {
      return Self.json([:], status: 401)
    }
    return switch route {
    case "sdp": Self.json(["sdp": .string(Self.answer())])
    case "pull": Self.json(["sdp": .string(Self.answer("actpass"))])
    default: Self.json([:])
    }
  }

  private func route(_ request: HTTPRequest) -> String {
    switch (request.head.method, request.head.path.split(separator: "/").last.map(String.init)) {
    case ("POST", "call"): "provision"
    case ("DELETE", _): "delete"
    case (_, let last?): last
    default: "?"
    }
  }

  private func provision() -> JSON {
    let number = kept.withLock { kept in
      kept.calls += 1
      return kept.calls
    }
    let base = "/api/v1/call/call-\(number)"
    return [
      "callId": .string("call-\(number)"),
      "creds": [
        "connectUrl": .string(base + "/sdp"), "token": .string(Self.callToken),
        "iceServers": [
          ["urls": ["turn:turn.example:3478"], "username": "u", "credential": .string(Self.turnPassword)]
        ],
        "extra": [
          "eventsUrl": knobs.hasEvents ? .string(base + "/events") : nil, "pullUrl": .string(base + "/sdp/pull"),
          "renegotiateUrl": .string(base + "/sdp/renegotiate"),
        ],
      ],
    ]
  }
}
