import JSONCoding
import MockKit

extension StreamTenant {
  /// Hands out access to the media side; being there is another matter.
  mutating func join(_ input: StreamInput) throws(StreamRefusal) -> JSONObject {
    _ = try callType(input.type)
    var created = false
    if calls[input.cid] == nil {
      guard input.flag("create") else { throw .missing("Can't find call with id \(input.cid)") }
      if let id = input.caller.userID, users[id] == nil { throw .missing("the user \(id) does not exist") }
      _ = try create(input, input["data"]?.objectValue ?? [:])
      created = true
    }
    let call = try call(input.cid)
    try checkJoin(input.caller, call, now: input.now)
    try checkEncryption(call, input)
    ring(call, input)
    var answer = stateDocument(call, input)
    answer["created"] = .bool(created)
    if answer["membership"] == nil { answer["membership"] = .null }
    answer["credentials"] = credentials(input, call)
    answer["stats_options"] = ["enable_rtc_stats": false, "reporting_interval_ms": 60000]
    return answer
  }

  private func checkEncryption(_ call: StreamCall, _ input: StreamInput) throws(StreamRefusal) {
    let mode = call.setting("encryption", "mode")?.stringValue
    let wanted = input.flag("e2ee")
    guard mode == "disabled" && wanted || mode == "auto-on" && !wanted else { return }
    throw StreamRefusal(code: 109, status: 400, cause: "end-to-end encryption does not match the call")
  }

  private func credentials(_ input: StreamInput, _ call: StreamCall) -> JSON {
    let edge = "sfu-mock-\(identifiers.uuid().prefix(8)).stream-io-video.com"
    // The mock's own media socket, where there is one to reach.
    let own = options.servesMedia ? input.host : nil
    let host = own ?? edge
    return [
      "server": [
        "edge_name": .string(host), "url": .string(own.map { "http://\($0)/media/twirp" } ?? "https://\(host)/twirp"),
        "ws_endpoint": .string(
          own.map { "ws://\($0)\(StreamMock.mediaPath)?\(StreamMock.mediaQuery)" } ?? "wss://\(host)/ws"),
      ], "token": .string(mediaToken(input, call, host)),
      "ice_servers": [
        [
          "urls": [.string("turn:\(edge):3478")], "username": .string(identifiers.uuid()),
          "password": .string(identifiers.uuid()),
        ]
      ],
    ]
  }

  private func mediaToken(_ input: StreamInput, _ call: StreamCall, _ host: String) -> String {
    let token = StreamMediaToken(
      appID: account.apiKey, cid: call.cid, userID: input.caller.userID ?? StreamAuthenticator.anonymousID,
      role: mediaRole(input.caller, call), isOwner: call.creatorID == input.caller.userID,
      callRole: input.caller.scope?.role, audience: host, session: Self.mediaSession(call),
      issuedAt: input.now / 1_000_000_000)
    return token.signed(with: StreamMediaToken.secret(of: account))
  }
}
