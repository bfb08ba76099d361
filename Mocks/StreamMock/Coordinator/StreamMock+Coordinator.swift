import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import Synchronization
import WebSocket

/// `/video/connect` and `/api/v2/connect`: a user hears of the calls it watches.
extension StreamMock {
  static let coordinatorPaths = ["/video/connect", "/api/v2/connect"]
  /// Says goodbye where coming again may help; 1000 means never.
  static let passingCode: UInt16 = 1011

  func coordinatorSocket(_ request: HTTPRequest) -> MockSocket {
    let key = QueryParameters(request.head.query)?["api_key"] ?? ""
    return .open { await self.serve(key, over: $0, $1) }
  }

  private func serve(_ key: String, over connection: WebSocketConnection, _ outlet: MockSocket.Outlet) async {
    let socket = SocketQueue()
    do throws(StreamRefusal) {
      try check(key)
      guard let message = await connection.receive() else { return }
      let id = try open(socket, key, message.bytes)
      // An expiry may be the next thing due.
      outlet.publish([])
      await socket.serve(connection) { self.hear($0, on: id) }
      close(id, key)
    } catch {
      await refuse(connection, error)
    }
  }

  private func check(_ key: String) throws(StreamRefusal) {
    if key.isEmpty { throw .token(2, "api_key or app_id not provided") }
    guard tenants.withLock({ $0[key] != nil }) else { throw .token(2, "api_key not valid") }
  }

  /// Welcomed first, told of everything that comes after.
  private func open(_ socket: SocketQueue, _ key: String, _ message: [UInt8]) throws(StreamRefusal) -> String {
    let now = now
    return try tenants.withLock { tenants throws(StreamRefusal) in
      guard var tenant = tenants.removeValue(forKey: key) else { throw .token(2, "api_key not valid") }
      defer { tenants[key] = tenant }
      let connection = try tenant.connect(message, at: now)
      socket.send(tenant.welcome(connection, at: now))
      coordinator.add(socket, as: connection.id)
      return connection.id
    }
  }

  private func close(_ id: String, _ key: String) {
    coordinator.remove(id)
    tenants.withLock { _ = $0[key]?.connections.removeValue(forKey: id) }
  }

  private func refuse(_ connection: WebSocketConnection, _ refusal: StreamRefusal) async {
    await connection.send(.text(Self.connectionError(refusal, at: now, configuration.options).bytes()))
    let isPassing = [-1, 9, 23, 40, 41, 42, 71].contains(refusal.code)
    await connection.close(isPassing ? Self.passingCode : 1000, isPassing ? "" : refusal.cause)
  }

  static func connectionError(_ refusal: StreamRefusal, at now: Int64, _ options: StreamMockOptions) -> JSON {
    let error = refusal.document("WSConnect")
    if options.socketErrorsAreBare { return ["error": error] }
    return [
      "type": "connection.error", "connection_id": "", "created_at": StreamView.hook.time(now), "error": error,
    ]
  }

  /// Keep-alives come as an object or, from browsers, in an array; anything else is passed over.
  private func hear(_ text: [UInt8], on id: String) {
    guard let json = try? JSON.parse(text, mode: .strict) else { return }
    let message = json.arrayValue?.first ?? json
    guard message["type"] == "health.check" else { return }
    coordinator.answer(
      id,
      [
        "type": "health.check", "connection_id": .string(id), "created_at": StreamView.hook.time(now), "custom": [:],
      ])
  }
}
