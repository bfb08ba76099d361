import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import Synchronization
import WebSocket

/// One connection of the service user to the coordinator: from the handshake to its loss.
final class CoordinatorConnection: Sendable {
  /// As the service's own clients do: a word every so often, and no longer patience than this without one.
  private static let keepAlive = Duration.seconds(25)
  private static let patience = Duration.seconds(35)
  /// How long the first answer may take.
  private static let handshake = Duration.seconds(15)

  static let operation = "WSConnect"

  private let provider: StreamProvider
  private let socket: WebSocketConnection
  private let connectionID: String
  private let heardAt: Mutex<Int64>
  /// Rooms by key that are watched already.
  private let watched = Mutex<Set<String>>([])

  private init(_ provider: StreamProvider, _ socket: WebSocketConnection, _ connectionID: String) {
    self.provider = provider
    self.socket = socket
    self.connectionID = connectionID
    heardAt = Mutex(provider.time.monotonicNanoseconds)
  }

  /// Connects as the service user, which the service makes if it is not there.
  static func open(_ provider: StreamProvider, _ client: any WebSocketConnecting) async throws(ProviderFailure) -> Self
  {
    let account = provider.account
    let token: String
    do {
      token = try provider.api.tokens.watcher(
        account.serviceUser, now: provider.now, seconds: account.watcherTokenSeconds)
    } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: operation)
    }
    let socket: WebSocketConnection
    do {
      socket = try await client.connect(
        url(account), fields: [:], options: WebSocketOptions(maximumMessageBytes: 4 << 20),
        timeouts: HTTPTimeouts(connect: account.deadlines.connect, total: handshake))
    } catch { throw failure(error) }
    await socket.send(WebSocketMessage(CoordinatorMessage.hello(token: token, user: account.serviceUser).text()))
    do throws(ProviderFailure) {
      return Self(provider, socket, try await welcome(on: socket, provider))
    } catch {
      await socket.close()
      throw error
    }
  }

  private static func url(_ account: StreamAccount) -> String {
    let key = PercentEncoding.encode(account.apiKey)
    return "\(account.baseURL)/api/v2/connect?api_key=\(key)&stream-auth-type=jwt&X-Stream-Client=switchboard-server"
  }

  private static func welcome(on socket: WebSocketConnection, _ provider: StreamProvider) async throws(ProviderFailure)
    -> String
  {
    let first = await withTaskGroup(of: WebSocketMessage?.self) { group in
      group.addTask { await socket.receive() }
      group.addTask {
        try? await provider.time.sleep(for: handshake)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    guard let first else {
      throw socket.closure.map(lost) ?? ProviderFailure(.timeout, executed: .no, operation: operation)
    }
    switch CoordinatorMessage.read(first.bytes) {
    case .welcome(let id): return id
    case .refused(let error): throw provider.refusal(error)
    default: throw FailureClassifier.missing("/connection_id", operation)
    }
  }

  // MARK: Its life

  /// Until it is lost, or the task is cancelled.
  func run(_ port: WatchPort) async throws(ProviderFailure) {
    port.following([])
    let failure = await withTaskGroup(of: ProviderFailure?.self) { group in
      group.addTask { await self.listen(port) }
      group.addTask { await self.keepAlive() }
      group.addTask { await self.watchRooms(port) }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    await socket.close()
    if let failure, !Task.isCancelled { throw failure }
  }

  private func listen(_ port: WatchPort) async -> ProviderFailure? {
    while let message = await socket.receive() {
      heardAt.withLock { $0 = provider.time.monotonicNanoseconds }
      switch CoordinatorMessage.read(message.bytes) {
      case .event(let event): port.take(provider.delivery(of: event, source: .socket, receivedAt: provider.now))
      case .refused(let error): return provider.refusal(error)
      case .welcome, .healthCheck, .unreadable: continue
      }
    }
    return socket.closure.map(Self.lost)
  }

  /// A connection may be dead without anybody having said so.
  private func keepAlive() async -> ProviderFailure? {
    let time = provider.time
    while !Task.isCancelled {
      let silence = Duration.nanoseconds(time.monotonicNanoseconds - heardAt.withLock { $0 })
      if silence >= Self.patience {
        return ProviderFailure(
          .unavailable, executed: .no, operation: Self.operation,
          vendorMessage: Redacted(scrubbed: "nothing came for \(Self.patience)"))
      }
      if silence >= Self.keepAlive {
        await socket.send(WebSocketMessage(CoordinatorMessage.keepAlive(connectionID).text()))
      }
      let pause = silence < Self.keepAlive ? Self.keepAlive - silence : Self.patience - silence
      do { try await time.sleep(for: pause) } catch { return nil }
    }
    return nil
  }

  /// Asks for what is new in the list. The service forgets with the connection, not before.
  private func watchRooms(_ port: WatchPort) async -> ProviderFailure? {
    for await rooms in port.rooms {
      let keys = Set(rooms.map(\.key))
      let fresh = watched.withLock { watched in
        watched.formIntersection(keys)
        return rooms.filter { !watched.contains($0.key) }
      }
      do throws(ProviderFailure) { try await watch(fresh, port) } catch { return Task.isCancelled ? nil : error }
      // One user may ask only so often.
      do { try await provider.time.sleep(for: .seconds(1)) } catch { return nil }
    }
    return nil
  }

  private func watch(_ rooms: [ProviderRoom], _ port: WatchPort) async throws(ProviderFailure) {
    for start in stride(from: 0, to: rooms.count, by: StreamProvider.chunk) {
      let part = rooms[start..<min(start + StreamProvider.chunk, rooms.count)]
      let keys = try await watchPatiently(Array(part))
      watched.withLock { $0.formUnion(part.map(\.key)) }
      port.following(keys)
    }
  }

  private func watchPatiently(_ rooms: [ProviderRoom]) async throws(ProviderFailure) -> [String] {
    while true {
      do throws(ProviderFailure) { return try await provider.watch(rooms, over: connectionID) } catch {
        guard case .rateLimited(let after) = error.reason else { throw error }
        do { try await provider.time.sleep(for: after ?? .seconds(5)) } catch { throw Self.cancelled }
      }
    }
  }

  // MARK: What went wrong

  private static var cancelled: ProviderFailure { ProviderFailure(.cancelled, executed: .no, operation: operation) }

  private static func failure(_ error: WebSocketError) -> ProviderFailure {
    let reason: ProviderFailure.Reason =
      switch error {
      case .timedOut: .timeout
      case .cancelled: .cancelled
      case .refused(status: 401): .credentials
      case .refused(status: 403): .forbidden
      case .refused(status: 429): .rateLimited(retryAfter: nil)
      case .invalidURL: .invalid
      case .notAHandshake: .badResponse(pointer: "")
      case .refused, .notConnected, .system: .unavailable
      }
    return ProviderFailure(reason, executed: .no, operation: operation)
  }

  private static func lost(_ closure: WebSocketClosure) -> ProviderFailure {
    ProviderFailure(
      .unavailable, executed: .no, operation: operation, vendorCode: String(closure.code),
      vendorMessage: VendorText.redacted("closed: " + closure.reason, secrets: []))
  }
}
