import Cryptography
import HTTPTypes
import JSONCoding
import ProgramTesting
import Synchronization

/// Takes webhooks and answers them as told.
final class HookReceiver: HTTPTransport {
  private struct State {
    var requests: [HTTPClientRequest] = []
    var statuses: [Int?] = []
  }

  private let state = Mutex(State())

  /// Answers for the next deliveries; nil is a lost connection. Afterwards 200.
  func answer(_ statuses: Int?...) { state.withLock { $0.statuses = statuses } }

  var requests: [HTTPClientRequest] { state.withLock { $0.requests } }
  var documents: [JSON] { requests.compactMap { try? JSON.parse($0.body ?? [], mode: .strict) } }
  var types: [String] { documents.compactMap { $0["webhookType"]?.stringValue } }

  /// The data of the first event of a type.
  func data(_ type: String) -> JSON? { documents.first { $0["webhookType"]?.stringValue == type }?["data"] }

  func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    let status = state.withLock { state in
      state.requests.append(request)
      return state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
    }
    guard let status else { throw HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true) }
    return HTTPClientResponse(status: status)
  }

  /// Waits until `count` requests came.
  func wait(_ count: Int) async -> Bool { await eventually { self.requests.count >= count } }

  /// Waits until an event of a type came.
  func wait(for type: String) async -> Bool { await eventually { self.types.contains(type) } }
}

extension HTTPClientRequest {
  /// Whether the signature of a delivery is that of a key's holder.
  func isSigned(by pem: String) -> Bool {
    guard let key = RSAPublicKey(pem: pem), let text = fields["videosdk-signature"],
      let signature = Base64.decode(text)
    else { return false }
    return key.verifies(signature, of: body ?? [])
  }
}
