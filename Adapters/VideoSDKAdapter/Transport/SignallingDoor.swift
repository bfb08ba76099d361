import AdapterKit
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// Where connections to the signalling are opened: asks the service for a room's server, and connects to that.
///
/// Neither the token nor the connection's address, which holds it, is in any failure.
struct SignallingDoor: Sendable {
  static let operation = "serverInitConfig"
  private static let subprotocol = "protoo"

  /// Where the service is asked. Without a trailing slash.
  let baseURL: String
  /// How long a connection to a host may take.
  var connectTime: Duration = .seconds(2)
  var patience = SignallingPatience()
  /// How the socket is kept alive. The service's own clients do not ping in practice, so that a connection that is dead
  /// without having said so would be taken for a quiet one.
  var socketOptions = WebSocketOptions(
    maximumMessageBytes: 4 << 20, incomingLimit: 1 << 20, pingInterval: .seconds(10), pongTimeout: .seconds(10))
  let transport: any HTTPTransport
  let sockets: any WebSocketConnecting
  let time: any TimeSource
  let random: any RandomSource

  /// Asks for the room's server and connects. The room is not entered yet. Cancellation gives up at once.
  func open(_ identity: SignallingIdentity) async throws(ProviderFailure) -> WebSocketConnection {
    let route = try await route(identity)
    do {
      return try await sockets.connect(
        route.url(for: identity), fields: [:], subprotocols: [Self.subprotocol], options: socketOptions,
        timeouts: HTTPTimeouts(connect: connectTime, total: patience.join))
    } catch {
      throw ProviderFailure(error, operation: SignallingSession.operation)
    }
  }

  private func route(_ identity: SignallingIdentity) async throws(ProviderFailure) -> SignallingRoute {
    let classifier = FailureClassifier(operation: Self.operation, secrets: [identity.token.revealed])
    let answer: HTTPClientResponse
    do { answer = try await transport.send(request(identity)) } catch { throw classifier.failure(error) }
    guard (200..<300).contains(answer.status) else {
      throw classifier.failure(answer, now: Timestamp(nanoseconds: time.wallNanoseconds))
    }
    guard let json = try? JSON.parse(answer.body, mode: .vendor) else { throw classifier.unreadable(answer) }
    do { return try SignallingRoute(json) } catch {
      throw FailureClassifier.missing(error.pointer, Self.operation)
    }
  }

  /// Nothing comes of it but an answer: asking again is harmless.
  private func request(_ identity: SignallingIdentity) -> HTTPClientRequest {
    HTTPClientRequest(
      method: "POST", url: baseURL + "/infra/v1/meetings/server-init-config",
      fields: [
        "Authorization": identity.token.revealed, "Content-Type": "application/json", "Accept": "application/json",
      ],
      body: (["roomId": .string(identity.room)] as JSON).bytes(),
      timeouts: HTTPTimeouts(
        connect: connectTime, firstByte: patience.join, idle: patience.join, total: patience.join),
      maximumResponseBytes: 1 << 20)
  }
}
