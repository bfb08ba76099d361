import Cryptography
import HTTPTypes
import JSONCoding
import MockKit

/// Access tokens and sessions of messaging.
extension PolyModel {
  /// A token for a user that nobody has seen before.
  mutating func createAccessToken(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    guard let token = input.header("X-Token"), let host = input.header("X-Host") else {
      throw PolyRefusal(401, "Missing authentication headers")
    }
    guard let account = accounts.first(where: { $0.connectorToken == Secret(token) }) else {
      throw PolyRefusal(401, "Connector token does not exist")
    }
    guard !account.hostIdentifier.isEmpty else { throw PolyRefusal(401, "Connector missing host domain") }
    guard isRegistered(host, for: account) else { throw PolyRefusal(401, "Failed to validate connector") }
    try allow([], in: input.members())
    let bearer = PolyAccess.Bearer(userID: identifiers.uuid(), accountID: account.accountID)
    let issued = access.token(for: bearer, now: input.seconds, life: options.accessTokenSeconds)
    var document: JSONObject = ["access_token": .string(issued)]
    if options.namesTokenLife {
      document["expires_in"] = .int(options.accessTokenSeconds)
      document["token_type"] = "Bearer"
    }
    return HTTPResponse(json: .object(document))
  }

  private func isRegistered(_ host: String, for account: PolyMockConfiguration.Account) -> Bool {
    let (asked, registered) = (PolyAccess.host(host), PolyAccess.host(account.hostIdentifier))
    return asked == registered || options.hostMatch == .subdomains && asked.hasSuffix("." + registered)
  }

  mutating func createSession(_ input: PolyInput) throws(PolyRefusal) -> HTTPResponse {
    guard let token = input.bearer else { throw PolyRefusal(400, "Missing access token") }
    guard !token.isEmpty else { throw PolyRefusal(401, "Missing authentication headers") }
    guard let bearer = access.bearer(of: token, now: input.seconds) else {
      throw PolyRefusal(401, "Invalid access token")
    }
    let members = try input.members()
    try allow(["streaming_enabled", "platform", "device_type"], in: members)
    let streaming = try read(members, "streaming_enabled", \.boolValue)
    let platform = try oneOf(members, "platform", ["web", "ios", "android", "ios-web", "android-web", "custom"])
    _ = try oneOf(members, "device_type", ["mobile", "tablet", "desktop"])
    let session = PolySession(
      id: identifiers.uuid(), bearer: bearer, isStreaming: streaming ?? false, platform: platform,
      startedAt: input.now, lastHeard: input.now)
    sessions[session.id] = session
    latestSession = session.id
    emit("SESSION_START", ["capabilities": capabilities(of: session)], in: session.id, at: input.now)
    agenda.add(.sessionIdle(id: session.id), at: input.now + Self.nanoseconds(seconds: options.sessionIdleSeconds))
    return HTTPResponse(json: ["session_id": .string(session.id)])
  }

  private func capabilities(of session: PolySession) -> JSON {
    [
      "streaming": .bool(session.isStreaming), "max_message_size_bytes": .int(options.frameBytes),
      "max_reconnect_attempts": .int(options.reconnectAttempts),
      "heartbeat_interval_seconds": .int(options.heartbeatSeconds),
    ]
  }

  private func read<Value>(
    _ members: JSONObject, _ name: String, _ read: (JSON) -> Value?
  ) throws(PolyRefusal) -> Value? {
    guard let member = members[name], !member.isNull else { return nil }
    guard let value = read(member) else { throw .unreadable }
    return value
  }

  private func oneOf(_ members: JSONObject, _ name: String, _ values: [String]) throws(PolyRefusal) -> String? {
    guard let value = try read(members, name, \.stringValue) else { return nil }
    guard values.contains(value) else { throw .unreadable }
    return value
  }

  /// Who opens a messaging socket, and where its events begin.
  func messagingTicket(
    _ query: QueryParameters?, now: Int64
  ) throws(PolyRefusal) -> (session: String, cursor: Int) {
    guard let query, let id = query["session_id"], !id.isEmpty,
      let token = query["access_token"] ?? query["auth_token"], !token.isEmpty
    else { throw .badParameters }
    guard let bearer = access.bearer(of: token, now: now / 1_000_000_000) else { throw .notAuthenticated }
    guard let session = sessions[id], session.bearer == bearer, !session.isOver else { throw .noSession }
    guard session.lines.count < options.socketsPerSession else { throw .tooManySockets }
    return (id, Self.cursor(query["cursor"]))
  }

  /// `5`, `seq:5`; what is neither is the beginning.
  private static func cursor(_ text: String?) -> Int {
    guard let text else { return 0 }
    return max(0, Int(text.hasPrefix("seq:") ? text.dropFirst(4) : text[...]) ?? 0)
  }
}
