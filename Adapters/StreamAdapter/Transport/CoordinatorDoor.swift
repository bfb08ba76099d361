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
    // Any other refusal is not the service's word, and may be gone when one comes again.
    if case .refused(let status) = error, ![401, 403, 429].contains(status) {
      return ProviderFailure(
        .unavailable, executed: .no, operation: CoordinatorSocket.operation, vendorStatus: status)
    }
    return FailureClassifier(operation: CoordinatorSocket.operation).failure(error)
  }
}
