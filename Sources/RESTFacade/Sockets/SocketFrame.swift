import JSONCoding
import MeetingCore

/// What a client may say on an event socket.
enum SocketFrame: Sendable, Hashable {
  case auth(token: String)
  case ping
  case pong

  private enum Kind: String, CaseIterable { case auth, ping, pong }

  /// Throws `invalid_json` or `invalid_request`.
  static func read(_ text: [UInt8]) throws(GatewayError) -> Self {
    let json: JSON
    do { json = try JSON.parse(text, mode: .strict) } catch {
      throw GatewayError(.invalidJSON, "the frame " + error.message)
    }
    return try BodyReader.read(json) { frame -> Self in
      guard frame.has("type") else { return frame.missing("type") ?? .ping }
      switch frame.choice("type", Kind.allCases) {
      case .auth: return .auth(token: frame.token() ?? "")
      case .ping, nil: return .ping
      case .pong: return .pong
      }
    }
  }
}

extension BodyReader {
  fileprivate func token() -> String? {
    guard let value = value("token") else { return missing("token") }
    if let text = value.stringValue, BearerCredential.isToken(text) { return text }
    report("token", "invalid", "must be a key or a client token")
    return nil
  }
}
