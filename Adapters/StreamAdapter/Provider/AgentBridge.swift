import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// The service's bridge to a model: the service joins the agent to the call and carries its sound, and this connection
/// carries everything else. The agent leaves with it.
struct AgentBridge: LiveConnecting {
  private enum Input: Sendable {
    case frame(JSON)
    case request(LiveRequest)
    case waitedLongEnough
    case closed
  }

  /// How long the service may take to tell of the agent's own connection, once its model is there.
  private static let patience: Duration = .seconds(5)
  /// The way up to the handshake.
  private static let approach: Duration = .seconds(10)
  /// How long the token opens the door.
  private static let tokenSeconds: Int64 = 3_600

  let provider: StreamProvider
  let client: any WebSocketConnecting
  let key: Secret
  let agent: Agent
  let actor: String?

  func run(_ room: ProviderRoom, _ port: LivePort) async throws(ProviderFailure) {
    let address = try provider.address(room, RealtimeConversation.operation)
    let user = try provider.user(agent.identity, RealtimeConversation.operation)
    let token = try await token(room)
    let connection = try await connect(address, token)
    let conversation = RealtimeConversation(
      agent: agent, user: user, roles: provider.account.roleMap(room.kind), secrets: secrets)
    let result = await serve(connection, conversation, port)
    await connection.close()
    try result.get()
  }

  // MARK: The way in

  /// User, membership and rights are in place before there is a token.
  private func token(_ room: ProviderRoom) async throws(ProviderFailure) -> String {
    let now = provider.now
    let admission = Admission(
      person: Person(externalID: agent.identity), role: .agent, issuedAt: now,
      expiresAt: now.advanced(bySeconds: Self.tokenSeconds))
    let context = CallContext(deadline: .now + Self.approach, actor: actor)
    return try await provider.credentials(for: admission, to: room, context).token
  }

  private func connect(_ address: CallAddress, _ token: String) async throws(ProviderFailure) -> WebSocketConnection {
    var parameters = [("call_type", address.type), ("call_id", address.id), ("api_key", provider.account.apiKey)]
    if let model = agent.settings.model { parameters.append(("model", model)) }
    let query = parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    do {
      return try await client.connect(
        provider.account.baseURL + "/video/connect_agent?" + query,
        fields: ["Authorization": "Bearer \(key.revealed)", "Stream-Authorization": token],
        options: WebSocketOptions(maximumMessageBytes: 4 << 20),
        timeouts: HTTPTimeouts(connect: .seconds(5), total: Self.approach))
    } catch {
      throw FailureClassifier(operation: RealtimeConversation.operation).failure(error)
    }
  }

  private var secrets: [String] { [provider.account.apiSecret.revealed, key.revealed].filter { !$0.isEmpty } }

  // MARK: The conversation

  private func serve(_ connection: WebSocketConnection, _ start: RealtimeConversation, _ port: LivePort) async
    -> Result<Void, ProviderFailure>
  {
    let (inputs, feed) = AsyncStream.makeStream(of: Input.self, bufferingPolicy: .bufferingOldest(1_024))
    return await withTaskGroup(of: Void.self) { group in
      group.addTask { await Self.read(connection, feed) }
      group.addTask { for await request in port.requests { feed.yield(.request(request)) } }
      group.addTask {
        guard (try? await provider.time.sleep(for: Self.patience)) != nil else { return }
        feed.yield(.waitedLongEnough)
      }
      defer { group.cancelAll() }
      return await converse(over: connection, inputs, start, port)
    }
  }

  private static func read(_ connection: WebSocketConnection, _ feed: AsyncStream<Input>.Continuation) async {
    var filter = RealtimeFilter()
    while let message = await connection.receive() {
      guard let frame = filter.take(message.bytes) else { continue }
      // Whoever cannot keep up with words has lost the thread.
      if case .dropped = feed.yield(.frame(frame)) { connection.startClosing(1008, "too much to follow") }
    }
    feed.yield(.closed)
    feed.finish()
  }

  private func converse(
    over connection: WebSocketConnection, _ inputs: AsyncStream<Input>, _ start: RealtimeConversation, _ port: LivePort
  ) async -> Result<Void, ProviderFailure> {
    var conversation = start
    for await input in inputs {
      let now = provider.now
      let actions: [RealtimeConversation.Action] =
        switch input {
        case .frame(let frame): conversation.take(frame, at: now)
        case .request(let request): conversation.take(request)
        case .waitedLongEnough: conversation.waitNoLonger(at: now)
        case .closed: [Self.ending(connection, conversation)]
        }
      if let result = await perform(actions, over: connection, port) { return result }
    }
    // Cancelled, or the end came before anybody could say so.
    return .success(())
  }

  /// nil = it goes on.
  private func perform(
    _ actions: [RealtimeConversation.Action], over connection: WebSocketConnection, _ port: LivePort
  ) async -> Result<Void, ProviderFailure>? {
    for action in actions {
      switch action {
      case .send(let frame): await connection.send(.text(frame.bytes()))
      case .emit(let facts):
        do { try await port.emit(facts) } catch { return .success(()) }
      case .end: return .success(())
      case .fail(let failure): return .failure(failure)
      }
    }
    return nil
  }

  /// A goodbye of the service's is the agent's leave; anything else is a loss.
  private static func ending(_ connection: WebSocketConnection, _ conversation: RealtimeConversation)
    -> RealtimeConversation.Action
  {
    guard let closure = connection.closure else { return .end }
    if closure.cause == .peer, closure.code == 1000 { return .end }
    return .fail(
      conversation.failure(.unavailable, code: String(closure.code), message: "the connection ended: \(closure.reason)")
    )
  }
}
