import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import WebSocket

/// `/video/connect_agent`: a model joins a call as a user, and its events travel over the connection.
extension StreamMock {
  static let agentPath = "/video/connect_agent"

  /// Who connects, and to what.
  private struct Request: Sendable {
    let tenant: String
    let type: String
    let id: String
    let model: String
    let caller: StreamCaller
    /// The key for the model's own side.
    let modelKey: String
    /// Whether the client still asks for the events of the beta.
    let wantsBeta: Bool

    var cid: String { "\(type):\(id)" }
  }

  func agentSocket(_ request: HTTPRequest) -> MockSocket {
    do throws(StreamRefusal) {
      let wanted = try agentRequest(request.head)
      return .open { await self.serve(wanted, over: $0, $1) }
    } catch {
      return .refused(HTTPResponse(json: error.document("ConnectAgent"), status: error.status))
    }
  }

  // MARK: The way in

  private func agentRequest(_ head: HTTPRequestHead) throws(StreamRefusal) -> Request {
    guard let query = QueryParameters(head.query) else { throw .input("the query is malformed") }
    // One client appends the model behind a second question mark.
    let parts = (query["api_key"] ?? "").split(separator: "?", maxSplits: 1).map(String.init)
    guard let key = parts.first else { throw .token(2, "api_key or app_id not provided") }
    let tail = parts.count > 1 ? QueryParameters(parts[1]) : nil
    guard let type = query["call_type"], let id = query["call_id"], !type.isEmpty, !id.isEmpty else {
      throw .input("call_type and call_id are required")
    }
    let caller = try agent(head.fields["Stream-Authorization"] ?? "", key, type, id)
    return Request(
      tenant: key, type: type, id: id, model: query["model"] ?? tail?["model"] ?? "gpt-realtime", caller: caller,
      modelKey: head.fields["Authorization"] ?? "", wantsBeta: head.fields["OpenAI-Beta"] != nil)
  }

  private func agent(_ token: String, _ key: String, _ type: String, _ id: String) throws(StreamRefusal)
    -> StreamCaller
  {
    let now = now
    return try tenants.withLock { tenants throws(StreamRefusal) in
      guard let tenant = tenants[key] else { throw .token(2, "api_key not valid") }
      guard !token.isEmpty else { throw .token(5, "Token is invalid") }
      let authenticator = StreamAuthenticator(secret: tenant.account.apiSecret, now: now, options: tenant.options)
      let caller = try authenticator.caller(of: token)
      guard caller.userID != nil else { throw .input("ConnectAgent needs the token of a user") }
      _ = try tenant.callType(type)
      guard caller.scope?.cids.contains("\(type):\(id)") ?? true else {
        throw .forbidden("the token is for other calls")
      }
      return caller
    }
  }

  // MARK: The connection

  private func serve(_ request: Request, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet) async {
    switch bridges.mode {
    case .silent: while await connection.receive() != nil {}
    case .down: await refuse(connection, Self.opaque)
    case .up where request.wantsBeta && bridges.dialect == .current: await refuse(connection, Self.opaque)
    case .up:
      if let objection = Self.objection(to: request.modelKey) { return await refuse(connection, objection) }
      await run(request, over: connection, outlet)
    }
  }

  /// What the vendor says when the model's side does not answer it.
  private static let opaque: JSON = ["type": "server_error", "code": "42", "message": "Error:  code "]

  private static func objection(to header: String) -> JSON? {
    if header.hasPrefix("Bearer sk-") { return nil }
    let message =
      header.hasPrefix("Bearer ")
      ? "Incorrect API key provided." : "You didn't provide an API key in an Authorization header."
    return [
      "type": "error", "event_id": "event_0",
      "error": [
        "type": "invalid_request_error", "code": "invalid_api_key", "message": .string(message), "param": .null,
        "event_id": .null,
      ],
    ]
  }

  private func refuse(_ connection: WebSocketConnection, _ frame: JSON) async {
    await connection.send(.text(frame.bytes()))
    await connection.close(1000)
  }

  private func run(_ request: Request, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet) async {
    let bridge = AgentBridge(
      tenant: request.tenant, cid: request.cid, userID: request.caller.userID ?? "", model: model(of: request))
    bridges.add(bridge)
    defer { bridges.remove(bridge) }
    do throws(StreamRefusal) {
      // The model's greeting comes before anything of the call.
      bridge.act { $0.greet() }
      outlet.publish(try join(request, bridge))
    } catch {
      return await refuse(
        connection, ["type": "server_error", "code": .string("\(error.code)"), "message": .string(error.cause)])
    }
    await bridge.serve(connection) {
      self.listen(to: bridge)
      // The next word may be the next thing due.
      outlet.publish([])
    }
    outlet.publish(leave(bridge))
  }

  private func model(of request: Request) -> RealtimeModel {
    let id = tenants.withLock { $0[request.tenant]?.identifiers.uuid() ?? "" }
    return RealtimeModel(
      dialect: bridges.dialect, id: "sess_" + id.filter { $0 != "-" }, model: request.model,
      expiresAt: now / 1_000_000_000 + 1_800)
  }

  private func join(_ request: Request, _ bridge: AgentBridge) throws(StreamRefusal) -> [MockEvent] {
    let now = now
    return try tenants.withLock { tenants throws(StreamRefusal) in
      guard var tenant = tenants.removeValue(forKey: request.tenant) else { return [] }
      defer { tenants[request.tenant] = tenant }
      let participant = try tenant.agentJoins(request.type, request.id, request.caller, at: now)
      bridge.joined(as: participant)
      return tenant.takeEvents()
    }
  }

  /// Whoever is in the call hears what the agent says.
  func listen(to bridge: AgentBridge) {
    guard let participant = bridge.participant else { return }
    let (voice, now) = (bridge.voice, now)
    tenants.withLock { $0[bridge.tenant]?.hear(voice, of: participant, in: bridge.cid, at: now) }
  }

  private func leave(_ bridge: AgentBridge) -> [MockEvent] {
    guard let participant = bridge.participant else { return [] }
    let now = now
    return tenants.withLock { tenants in
      tenants[bridge.tenant]?.leave(participant, from: bridge.cid, at: now, reason: nil)
      return tenants[bridge.tenant]?.takeEvents() ?? []
    }
  }
}
