import Clocks
import EventDelivery
import GatewayEngine
import JSONCoding
import MeetingCore
import WebSocket

/// One client's socket, from its first frame to its end.
struct EventSocket: Sendable {
  /// How long somebody unknown may stay so.
  static let patience = Duration.seconds(10)

  let gate: EventSocketGate
  let call: SocketCall
  let wish: EventWish
  /// Set when the handshake had a credential.
  let admitted: EventSocketGate.Admission?
  let time: any TimeSource
  let meters: SocketMeters

  func serve(_ connection: WebSocketConnection) async {
    meters.opened()
    let ending = await follow(connection)
    admitted?.lease.end()
    connection.startClosing(ending.code, ending.reason)
    await connection.close(ending.code, ending.reason)
    meters.closed(connection.closure)
  }

  private func follow(_ connection: WebSocketConnection) async -> SocketEnding {
    do throws(GatewayError) {
      guard let admission = try await admission(on: connection) else { return .gone }
      defer {
        admission.feed.close()
        admission.lease.end()
      }
      await connection.send(.text(SocketText.ready))
      return try await run(admission, connection)
    } catch {
      await connection.send(.text(SocketText.problem(error, in: call)))
      return SocketEnding(error)
    }
  }

  // MARK: Who it is

  /// nil when the client has gone.
  private func admission(on connection: WebSocketConnection) async throws(GatewayError)
    -> EventSocketGate.Admission?
  {
    if let admitted { return admitted }
    guard let message = try await firstMessage(connection) else { return nil }
    guard case .auth(let token) = try Self.frame(message) else {
      throw GatewayError(.unauthenticated, "the first frame must be {\"type\":\"auth\",\"token\":…}")
    }
    let caller = try await call.identify(token)
    return try await gate.admit(caller, wish, call.head)
  }

  private func firstMessage(_ connection: WebSocketConnection) async throws(GatewayError) -> WebSocketMessage? {
    enum First: Sendable {
      case message(WebSocketMessage?)
      case late
    }
    let first = await withTaskGroup(of: First.self) { group in
      group.addTask { .message(await connection.receive()) }
      group.addTask { [time] in
        do { try await time.sleep(for: Self.patience) } catch { return .message(nil) }
        return .late
      }
      let first = await group.next() ?? .message(nil)
      group.cancelAll()
      return first
    }
    switch first {
    case .message(let message): return message
    case .late: throw GatewayError(.unauthenticated, "no credential came within \(Self.patience)")
    }
  }

  // MARK: Both directions

  /// Until either side is done.
  private func run(_ admission: EventSocketGate.Admission, _ connection: WebSocketConnection)
    async throws(GatewayError) -> SocketEnding
  {
    let result = await withTaskGroup(of: Result<SocketEnding, GatewayError>.self) { group in
      group.addTask { await listen(admission.principal, connection) }
      group.addTask { .success(await tell(admission.feed, connection)) }
      let first = await group.next() ?? .success(.gone)
      if case .success(let ending) = first { connection.startClosing(ending.code, ending.reason) }
      admission.feed.close()
      group.cancelAll()
      return first
    }
    return try result.get()
  }

  /// What the client says.
  private func listen(_ principal: Principal, _ connection: WebSocketConnection) async
    -> Result<SocketEnding, GatewayError>
  {
    do throws(GatewayError) {
      while let message = await connection.receive() {
        try gate.count(principal)
        switch try Self.frame(message) {
        case .ping: await connection.send(.text(SocketText.pong))
        case .pong: continue
        case .auth: throw GatewayError(.invalidRequest, "this socket has its credential")
        }
      }
      return .success(.gone)
    } catch { return .failure(error) }
  }

  /// What the client is told. A message leaves when there is room for it: who does not read is waited for, and costs
  /// no memory.
  private func tell(_ feed: EventFeed, _ connection: WebSocketConnection) async -> SocketEnding {
    while let delivery = await feed.next() {
      for text in SocketText.of(delivery) {
        guard await connection.send(.text(text)) else { return .gone }
      }
    }
    return SocketEnding(feed.end)
  }

  private static func frame(_ message: WebSocketMessage) throws(GatewayError) -> SocketFrame {
    guard case .text(let text) = message else {
      throw GatewayError(.invalidRequest, "a frame is text: one JSON object")
    }
    return try SocketFrame.read(text)
  }
}
