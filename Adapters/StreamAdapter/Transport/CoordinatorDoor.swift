import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import WebSocket

/// Where connections to the coordinator are opened.
struct CoordinatorDoor: Sendable {
  let side: StreamSide
  let apiKey: String
  /// Without a trailing slash.
  let baseURL: String
  /// How long a connection to the host may take.
  let connectTime: Duration
  let secrets: [String]
  let sockets: any WebSocketConnecting
  let time: any TimeSource

  var url: String {
    let path = side == .server ? "/api/v2/connect" : "/video/connect"
    let key = PercentEncoding.encode(apiKey)
    return "\(baseURL)\(path)?api_key=\(key)&stream-auth-type=jwt&X-Stream-Client=\(side.clientName)"
  }

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// What an error document of a connection means. It comes without a status of its own.
  func refusal(_ error: JSON, token: String) -> ProviderFailure {
    let status = error["StatusCode"]?.integerValue.flatMap { Int(exactly: $0) } ?? 500
    let classifier = FailureClassifier(
      operation: CoordinatorSocket.operation, secrets: (secrets + [token]).filter { !$0.isEmpty })
    return classifier.failure(HTTPClientResponse(status: status, body: error.bytes()), now: now)
  }

  func failure(_ error: WebSocketError) -> ProviderFailure {
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
    return ProviderFailure(reason, executed: .no, operation: CoordinatorSocket.operation)
  }
}
