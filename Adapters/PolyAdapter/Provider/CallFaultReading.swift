import AdapterKit
import Cryptography
import MeetingCore

/// The one place that says what the failure of a call means. The words of a failure have no secret: its machine took them out.
struct CallFaultReading: Sendable {
  private struct Verdict {
    let code: CallError.Code
    let reason: ProviderFailure.Reason
    let executed: ProviderFailure.Executed
    var mayBeTriedAgain = false
  }

  let account: PolyAccount

  func fault(_ failure: CallFailure) -> CallFault {
    let verdict = verdict(failure)
    let words = failure.error.description
    return CallFault(
      CallError(
        verdict.code, words, isRetryable: failure.error.isRetryable || verdict.mayBeTriedAgain),
      ProviderFailure(
        verdict.reason, executed: verdict.executed, operation: operation(failure), vendorStatus: failure.status,
        vendorCode: failure.code, vendorMessage: VendorText.redacted(words, secrets: secrets)))
  }

  private var secrets: [String] { [account.connectorToken, account.webCallingToken].map(\.revealed) }

  /// At what it failed, as far as that is told: the vendor's words name the bridge's routes.
  private func operation(_ failure: CallFailure) -> String {
    switch failure.error {
    case .auth(.tokenAcquisitionFailed): "access-token"
    case .auth, .session: "sessions"
    case .transport: "messaging"
    default: account.dialect == .gateway ? "webrtc.signal" : "bridge.call"
    }
  }

  private func verdict(_ failure: CallFailure) -> Verdict {
    if let code = failure.code, let verdict = Self.verdicts[code] { return verdict }
    switch failure.error {
    case .invalidConfiguration: return Verdict(code: .refused, reason: .invalid, executed: .no)
    case .auth: return Verdict(code: .unauthorized, reason: .credentials, executed: .no)
    case .session(.sessionCreationFailed): return session(failure.status)
    case .session, .message: return Verdict(code: .signalingFailed, reason: .unavailable, executed: .maybe)
    case .transport(let error): return transport(error, failure.status)
    case .voice(let error): return voice(error, failure.status)
    }
  }

  /// What the gateway's `error` frames say, which its clients throw away.
  private static let verdicts: [String: Verdict] = [
    "UNAUTHORIZED": Verdict(code: .unauthorized, reason: .credentials, executed: .no),
    "FORBIDDEN": Verdict(code: .refused, reason: .forbidden, executed: .no),
    "INVALID_ARGUMENT": Verdict(code: .refused, reason: .invalid, executed: .no),
    "INVALID_MESSAGE": Verdict(code: .refused, reason: .invalid, executed: .no),
    "HANDLER_ERROR": Verdict(code: .signalingFailed, reason: .unavailable, executed: .maybe),
    "MEDIA_BRIDGE_FAILURE": Verdict(
      code: .mediaFailed, reason: .unavailable, executed: .maybe, mayBeTriedAgain: true),
    "AGENT_FAILURE": Verdict(code: .agentFailed, reason: .unavailable, executed: .maybe, mayBeTriedAgain: true),
  ]

  private func session(_ status: Int?) -> Verdict {
    if status == 429 { return Verdict(code: .unavailable, reason: .rateLimited(retryAfter: nil), executed: .no) }
    return Verdict(code: .refused, reason: .invalid, executed: .no)
  }

  private func transport(_ error: PolyError.Transport, _ status: Int?) -> Verdict {
    switch error {
    case .protocolError: Verdict(code: .signalingFailed, reason: .badResponse(pointer: ""), executed: .maybe)
    default:
      Verdict(
        code: .unavailable, reason: status == 429 ? .rateLimited(retryAfter: nil) : .unavailable, executed: .maybe)
    }
  }

  private func voice(_ error: PolyError.Voice, _ status: Int?) -> Verdict {
    switch error {
    case .notImplemented: Verdict(code: .refused, reason: .invalid, executed: .no)
    case .signalingFailed: signalling(status)
    case .mediaFailed: Verdict(code: .mediaFailed, reason: .unavailable, executed: .maybe)
    case .timedOut: Verdict(code: .timedOut, reason: .timeout, executed: .maybe)
    case .disconnected: Verdict(code: .disconnected, reason: .unavailable, executed: .yes)
    case .interrupted: Verdict(code: .interrupted, reason: .unavailable, executed: .yes)
    }
  }

  /// The status is the bridge's, or the code with which a socket closed.
  private func signalling(_ status: Int?) -> Verdict {
    switch status {
    case 401, 4001: Verdict(code: .unauthorized, reason: .credentials, executed: .no)
    case 403: Verdict(code: .refused, reason: .forbidden, executed: .no)
    case 429: Verdict(code: .unavailable, reason: .rateLimited(retryAfter: nil), executed: .no)
    case .some(500..<600): Verdict(code: .unavailable, reason: .unavailable, executed: .maybe, mayBeTriedAgain: true)
    default: Verdict(code: .signalingFailed, reason: .unavailable, executed: .maybe)
    }
  }
}
