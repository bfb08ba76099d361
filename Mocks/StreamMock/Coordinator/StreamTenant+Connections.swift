import HTTPTypes
import JSONCoding
import MockKit

/// Who is connected to the coordinator, and who of them hears what.
extension StreamTenant {
  /// Reads the first message of a connection and makes the user, as only this way of connecting does.
  mutating func connect(_ message: [UInt8], at now: Int64) throws(StreamRefusal) -> StreamConnection {
    let body = try StreamBody.members(message)
    try StreamBody.check(body, StreamShapes.connect, .nobody, options)
    let token = body["token"]?.stringValue ?? ""
    let authenticator = StreamAuthenticator(secret: account.apiSecret, now: now, options: options)
    let caller = try authenticator.caller(of: token)
    guard case .user(let userID, let scope) = caller else { throw .token(5, "a user token is needed to connect") }
    let details = body["user_details"]?.objectValue ?? [:]
    guard details["id"]?.stringValue == userID else { throw .token(5, "user_details.id must be the token's user") }
    guard connections.values.count(where: { $0.userID == userID }) < options.maximumSocketsPerUser else {
      throw StreamRefusal(code: 71, status: 429, cause: "too many connections")
    }
    try introduce(userID, details, at: now)
    let claims = try StreamToken.claims(token, secret: account.apiSecret, now: now, options: options)
    let connection = StreamConnection(
      id: identifiers.uuid(), userID: userID, scope: scope,
      expiresAt: claims["exp"]?.integerValue.map { $0 * 1_000_000_000 })
    connections[connection.id] = connection
    return connection
  }

  /// What is not said of a known user stays.
  private mutating func introduce(_ id: String, _ details: JSONObject, at now: Int64) throws(StreamRefusal) {
    var whole = details
    if let known = users[id] {
      if whole["name"] == nil { whole["name"] = .text(known.name) }
      if whole["image"] == nil { whole["image"] = .text(known.image) }
      if whole["custom"] == nil { whole["custom"] = .object(known.custom) }
    }
    _ = try upsert(whole, at: now)
  }

  /// `connection.ok`.
  func welcome(_ connection: StreamConnection, at now: Int64) -> JSON {
    [
      "type": "connection.ok", "connection_id": .string(connection.id), "created_at": StreamView.hook.time(now),
      "me": users[connection.userID].map { fullDocument($0, .hook) } ?? .null,
    ]
  }

  // MARK: Watching

  /// The connection that a request subscribes for; nil when it subscribes none.
  func watcher(_ input: StreamInput) throws(StreamRefusal) -> String? {
    guard let id = input.query["connection_id"], let user = input.caller.userID, input.subscribes else { return nil }
    guard connections[id]?.userID == user else {
      throw StreamRefusal(code: 46, status: 400, cause: "connection id \(id) not found")
    }
    return id
  }

  /// The calls an answer shows are watched from now on.
  mutating func watch(_ connection: String, _ answer: JSONObject) {
    let calls = answer["calls"]?.arrayValue ?? [.object(answer)]
    for call in calls {
      if let cid = call["call"]?["cid"]?.stringValue { connections[connection]?.watching.insert(cid) }
    }
  }

  /// The connections that hear of an event, in a stable order.
  func audience(of type: String, _ cid: String) -> [String] {
    if connections.isEmpty { return [] }
    let members = Set(calls[cid]?.members.map(\.userID) ?? [])
    let isForMembers = Self.isForMembers(type)
    return connections.values.filter { connection in
      guard connection.admits(cid) else { return false }
      let watches = connection.watching.contains(cid)
      if isForMembers && members.contains(connection.userID) { return true }
      return watches && (!isForMembers || type == "custom" || options.watchersHearMemberEvents)
    }.map(\.id).sorted()
  }

  private static func isForMembers(_ type: String) -> Bool {
    switch type {
    case "call.accepted", "call.rejected", "call.created", "call.ended", "call.notification", "call.ring",
      "call.missed", "custom":
      true
    default: type.hasPrefix("call.member_")
    }
  }

  // MARK: The end of a token

  var earliestExpiry: Int64? { connections.values.compactMap(\.expiresAt).min() }

  /// Connections whose token is over are told, and are none any more.
  mutating func expireConnections(until now: Int64) {
    guard options.expiredTokensCloseSockets else { return }
    let expired = connections.values.filter { ($0.expiresAt ?? .max) <= now }.map(\.id).sorted()
    for id in expired {
      connections[id] = nil
      let refusal = StreamRefusal.token(40, "Token is expired")
      outbox.append(
        MockEvent(
          tenant: account.apiKey, type: "connection.error",
          payload: StreamMock.connectionError(refusal, at: now, options), deliveries: [], sockets: [id]))
    }
  }
}

extension StreamInput {
  /// Whether the request is one that subscribes a connection.
  fileprivate var subscribes: Bool {
    switch operation {
    case .getCall, .getOrCreateCall, .joinCall: true
    case .queryCalls: flag("watch")
    default: false
    }
  }
}
