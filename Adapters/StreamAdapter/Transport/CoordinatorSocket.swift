import AdapterKit
import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import Synchronization
import WebSocket

/// One connection of a user to the coordinator: from the handshake to its loss.
final class CoordinatorSocket: Sendable {
  /// As the service's own clients do: a word every so often, and no longer patience than this without one.
  private static let keepAlive = Duration.seconds(25)
  private static let patience = Duration.seconds(35)
  /// How long the first answer may take.
  private static let handshake = Duration.seconds(15)

  static let operation = "WSConnect"

  /// The service's id of the connection.
  let id: String
  /// The user, as the service welcomed them.
  let me: JSON
  private let door: CoordinatorDoor
  private let token: String
  private let socket: WebSocketConnection
  private let heardAt: Mutex<Int64>

  private typealias Welcome = (id: String, me: JSON)

  private init(_ door: CoordinatorDoor, _ token: String, _ socket: WebSocketConnection, _ welcome: Welcome) {
    self.door = door
    self.token = token
    self.socket = socket
    (id, me) = welcome
    heardAt = Mutex(door.time.monotonicNanoseconds)
  }

  /// Connects as the token's user, whom the service makes if they are not there. `details` say who it is.
  static func open(_ door: CoordinatorDoor, token: String, details: JSONObject) async throws(ProviderFailure)
    -> CoordinatorSocket
  {
    let socket: WebSocketConnection
    do {
      socket = try await door.sockets.connect(
        door.url, fields: [:], options: WebSocketOptions(maximumMessageBytes: 4 << 20),
        timeouts: HTTPTimeouts(connect: door.connectTime, total: handshake))
    } catch { throw door.failure(error) }
    await socket.send(WebSocketMessage(CoordinatorMessage.hello(token: token, details: details).text()))
    do throws(ProviderFailure) {
      return CoordinatorSocket(door, token, socket, try await welcome(on: socket, door, token))
    } catch {
      await socket.close()
      throw error
    }
  }

  private static func welcome(on socket: WebSocketConnection, _ door: CoordinatorDoor, _ token: String)
    async throws(ProviderFailure) -> Welcome
  {
    guard let first = await socket.receive(within: handshake, door.time) else {
      if Task.isCancelled { throw ProviderFailure(.cancelled, executed: .no, operation: operation) }
      throw socket.closure.map(lost) ?? ProviderFailure(.timeout, executed: .no, operation: operation)
    }
    switch CoordinatorMessage.read(first.bytes) {
    case .welcome(let id, let me): return (id, me)
    case .refused(let error): throw door.refusal(error, token: token)
    default: throw FailureClassifier.missing("/connection_id", operation)
    }
  }

  // MARK: Its life

  /// Until it is lost, or the task is cancelled. `take` gets the events in their order. The connection is also over when
  /// the work beside it is.
  func run(
    _ take: @escaping @Sendable (JSON) -> Void, beside work: (@Sendable () async -> ProviderFailure?)? = nil
  ) async throws(ProviderFailure) {
    let failure = await withTaskGroup(of: ProviderFailure?.self) { group in
      group.addTask { await self.listen(take) }
      group.addTask { await self.keepAlive() }
      if let work { group.addTask { await work() } }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    await socket.close()
    if let failure, !Task.isCancelled { throw failure }
  }

  /// Says goodbye where the connection is not run.
  func close() async { await socket.close() }

  /// Whether the service said goodbye in a way that makes coming again of no use.
  var isDismissed: Bool {
    guard let closure = socket.closure else { return false }
    return closure.cause == .peer && closure.code == 1000 && !closure.reason.isEmpty
  }

  private func listen(_ take: @Sendable (JSON) -> Void) async -> ProviderFailure? {
    while let message = await socket.receive() {
      heardAt.withLock { $0 = door.time.monotonicNanoseconds }
      switch CoordinatorMessage.read(message.bytes) {
      case .event(let event): take(event)
      case .refused(let error): return door.refusal(error, token: token)
      case .welcome, .healthCheck, .unreadable: continue
      }
    }
    return socket.closure.map(Self.lost)
  }

  /// A connection may be dead without anybody having said so.
  private func keepAlive() async -> ProviderFailure? {
    let time = door.time
    while !Task.isCancelled {
      let silence = Duration.nanoseconds(time.monotonicNanoseconds - heardAt.withLock { $0 })
      if silence >= Self.patience {
        return ProviderFailure(
          .unavailable, executed: .no, operation: Self.operation,
          vendorMessage: Redacted(scrubbed: "nothing came for \(Self.patience)"))
      }
      if silence >= Self.keepAlive {
        await socket.send(WebSocketMessage(CoordinatorMessage.keepAlive(id).text()))
      }
      let pause = silence < Self.keepAlive ? Self.keepAlive - silence : Self.patience - silence
      do { try await time.sleep(for: pause) } catch { return nil }
    }
    return nil
  }

  private static func lost(_ closure: WebSocketClosure) -> ProviderFailure {
    ProviderFailure(
      .unavailable, executed: .no, operation: operation, vendorCode: String(closure.code),
      vendorMessage: VendorText.redacted("closed: " + closure.reason, secrets: []))
  }
}
