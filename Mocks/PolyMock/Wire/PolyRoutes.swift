import MockKit

/// Where the operations are reached: on one host here, on several at the vendor.
enum PolyRoutes {
  static let paths: [(method: String, path: String, operation: PolyOperation)] = [
    ("POST", "/api/v1/access-token", .createAccessToken), ("POST", "/api/v1/sessions", .createSession),
    ("GET", "/ws", .openMessaging), ("GET", "/api/v1/ice-servers", .listIceServers),
    ("GET", "/api/v1/webrtc/signal", .openSignalling), ("GET", "/health", .health),
    ("POST", "/api/v1/call", .provisionCall), ("POST", "/api/v1/call/{call}/sdp", .connectCall),
    ("POST", "/api/v1/call/{call}/sdp/pull", .pullAgent),
    ("POST", "/api/v1/call/{call}/sdp/renegotiate", .renegotiate),
    ("GET", "/api/v1/call/{call}/events", .openEvents), ("DELETE", "/api/v1/call/{call}", .endCall),
    ("GET", "/v3/{account}/{project}/conversations", .listConversations),
    ("GET", "/v1/agents/{agent}/conversations/{conversation}", .getConversation),
    ("GET", "/v1/agents/{agent}/conversations/{conversation}/audio", .getConversationAudio),
  ]

  static let table: RouteTable<PolyOperation> = {
    var table = RouteTable<PolyOperation>()
    for (method, path, operation) in paths { table.add(method, path, operation) }
    return table
  }()
}
