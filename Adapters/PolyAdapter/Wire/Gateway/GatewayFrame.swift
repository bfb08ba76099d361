import JSONCoding
import MeetingCore

/// What the gateway says on its socket.
enum GatewayFrame: Sendable, Hashable {
  /// `session` is nil where the service gave none that could be used.
  case answer(session: String?, sdp: String)
  case candidate(ICECandidate)
  case close
  case error(code: String?, message: String)

  /// What a failure says of itself when the service says nothing.
  static let unspoken = "Connection failed"

  /// nil for what is unknown, of no interest, or cannot be read: the service's own clients ignore that.
  static func read(_ bytes: [UInt8]) -> GatewayFrame? {
    guard let json = try? JSON.parse(bytes, mode: .vendor) else { return nil }
    let data = json["data"]
    switch json["type"]?.stringValue {
    case "answer":
      guard let sdp = data?["sdp"]?.stringValue, !sdp.isEmpty else { return nil }
      let session = json["sessionId"]?.stringValue
      return .answer(session: session?.isEmpty == false ? session : nil, sdp: sdp)
    case "ice-candidate":
      guard let text = data?["candidate"]?.stringValue else { return nil }
      return .candidate(
        ICECandidate(
          text, mid: data?["sdpMid"]?.stringValue,
          mediaLine: data?["sdpMLineIndex"]?.integerValue.flatMap { Int(exactly: $0) }))
    case "close": return .close
    case "error":
      return .error(code: data?["code"]?.stringValue, message: data?["message"]?.stringValue ?? unspoken)
    default: return nil
    }
  }
}
