import AdapterKit
import MeetingCore
import WebSocket

/// What it means that the socket is gone.
extension SignallingSession {
  /// A goodbye of the service's, after which coming back would only be another's turn to be sent away: a plain one, or one
  /// with a number of its own. Everything else is a connection that broke.
  static func end(of closure: WebSocketClosure, isIn: Bool, _ trouble: (code: Int?, words: Redacted)?) -> SignallingEnd
  {
    guard isIn else { return .refused(failure(closure, trouble)) }
    switch (closure.cause, closure.code) {
    case (.peer, UInt16(RefusalCode.duplicateParticipant)): return .dismissed(.duplicate)
    case (.peer, 1000), (.peer, 4000...4999):
      return .dismissed(
        SignallingDeparture(code: Int(closure.reason), words: VendorText.redacted(closure.reason, secrets: []).text))
    default: return .lost(failure(closure, trouble))
    }
  }

  private static func failure(_ closure: WebSocketClosure, _ trouble: (code: Int?, words: Redacted)?) -> ProviderFailure
  {
    if let trouble, let code = trouble.code {
      return ProviderFailure(
        RefusalCode.reason(code), executed: .maybe, operation: operation, vendorCode: String(code),
        vendorMessage: trouble.words)
    }
    let words = closure.cause == .silent ? "nothing came for too long" : "closed: " + closure.reason
    return ProviderFailure(
      .unavailable, executed: .maybe, operation: operation, vendorCode: String(closure.code),
      vendorMessage: VendorText.redacted(words, secrets: []))
  }
}
