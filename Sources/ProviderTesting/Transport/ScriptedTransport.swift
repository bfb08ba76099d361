package import HTTPTypes
import Synchronization

/// Answers requests from a script, in order, and remembers them. A request that is not the expected one is recorded in
/// `failures` and gets `.protocolViolation`; check at the end that `failures` and `remaining` are empty.
package final class ScriptedTransport: HTTPTransport {
  fileprivate struct Guarded {
    var script: [ScriptedExchange]
    var requests: [HTTPClientRequest] = []
    var failures: [String] = []
  }

  private let guarded: Mutex<Guarded>

  package init(_ script: [ScriptedExchange] = []) { guarded = Mutex(Guarded(script: script)) }

  /// Adds an exchange behind those already there.
  package func expect(_ exchange: ScriptedExchange) {
    guarded.withLock { $0.script.append(exchange) }
  }

  /// Every request so far, expected or not.
  package var requests: [HTTPClientRequest] { guarded.withLock { $0.requests } }

  /// What went otherwise than the script has it.
  package var failures: [String] { guarded.withLock { $0.failures } }

  /// The requests that have not come yet, as `METHOD target`.
  package var remaining: [String] { guarded.withLock { $0.script.map { "\($0.method) \($0.target)" } } }

  package func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
    if Task.isCancelled { throw HTTPClientFailure(.cancelled, requestMayHaveBeenSent: false) }
    return try guarded.withLock { $0.take(request) }.get()
  }
}

extension ScriptedTransport.Guarded {
  /// A request that does not fit leaves the script as it is, so that the one it waits for may still come.
  fileprivate mutating func take(_ request: HTTPClientRequest) -> Result<HTTPClientResponse, HTTPClientFailure> {
    requests.append(request)
    let next = script.first
    guard let next else { return refuse("unexpected \(request.method) \(request.url)") }
    if let mismatch = next.mismatch(request) { return refuse(mismatch) }
    script.removeFirst()
    return next.answer
  }

  private mutating func refuse(_ reason: String) -> Result<HTTPClientResponse, HTTPClientFailure> {
    failures.append(reason)
    return .failure(HTTPClientFailure(.protocolViolation, requestMayHaveBeenSent: false, detail: reason))
  }
}
