import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import WebSocket

/// What a client asks before it connects: where the signalling is.
extension VideoSDKMock {
  /// Today's path and that of older clients, with the names of their operations.
  static let bootstrapPaths = [
    "/infra/v1/meetings/server-init-config": "ServerInitConfig", "/infra/v1/meetings/init-config": "InitConfig",
  ]

  /// The name of what a request of the signalling's asks for; nil for a path that is none of its own.
  func signallingOperation(for head: HTTPRequestHead) -> String? {
    if head.path == "/", WebSocketUpgrade.isHandshake(head) { return "Connect" }
    return head.method == "POST" ? Self.bootstrapPaths[head.path] : nil
  }

  /// Answers the bootstrap; nil for a path that is none of the signalling's.
  func signallingAnswer(_ request: HTTPRequest) -> MockAnswer? {
    guard request.head.method == "POST", Self.bootstrapPaths[request.head.path] != nil else { return nil }
    do throws(VideoSDKRefusal) {
      return MockAnswer(HTTPResponse(json: try bootstrap(request)))
    } catch {
      let status = error.kind == .token ? configuration.options.tokenRefusalStatus : error.status
      return MockAnswer(HTTPResponse(json: error.document, status: status))
    }
  }

  private func bootstrap(_ request: HTTPRequest) throws(VideoSDKRefusal) -> JSON {
    let now = now
    let token = try VideoSDKAuthenticator(options: configuration.options, now: now).token(of: request.head)
    let roomID = try VideoSDKBody(bytes: request.body).required("roomId")
    let judged = look(at: VideoSDKToken.apiKey(token) ?? "") { tenant in
      Result { () throws(VideoSDKRefusal) in try tenant.checkBootstrap(token, roomID, at: now) }
    }
    guard let judged else { throw .token(.invalidToken, "Token is invalid") }
    try judged.get()
    // Whatever the caller reached is where the signalling is, too.
    let host = request.head.fields["Host"] ?? "signalling.videosdk.example"
    return [
      "data": [
        "baseUrl": .string(host), "signalingUrl": .string("ws://\(host)"),
        "iceServers": .string(iceCipher.withLock { $0 }.hidden([])),
        "observability": [
          "jwt": "", "traces": ["enabled": false, "endPoint": ""], "logs": ["enabled": false, "endPoint": ""],
          "metaData": [:],
        ],
      ]
    ]
  }
}

extension VideoSDKTenant {
  fileprivate func checkBootstrap(_ token: String, _ roomID: String, at now: Int64) throws(VideoSDKRefusal) {
    let claims = try claims(token, at: now)
    guard claims.mayJoin else { throw .join(.unauthorizedRole, "the token's roles do not allow to join") }
    if let pinned = claims.roomID, pinned != roomID {
      throw .join(.unauthorizedMeetingID, "the token is not valid for this meeting")
    }
    if options.signalling.bootstrapRefusesUnknownRooms, rooms[roomID] == nil {
      throw VideoSDKRefusal(404, "room not found", code: .invalidMeetingID)
    }
  }
}
