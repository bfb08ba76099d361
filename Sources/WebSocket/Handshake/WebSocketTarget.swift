/// A WebSocket's URL, taken apart as far as the handshake needs it.
struct WebSocketTarget: Sendable, Hashable {
  /// `http://host:port` or `https://host:port`, to connect to.
  let origin: String
  /// For the `Host` field.
  let host: String
  /// Path and query, as given; `/` when there is none.
  let path: String

  init?(_ url: String) {
    guard url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), let colon = url.firstRange(of: "://") else { return nil }
    let scheme: String
    switch url[..<colon.lowerBound].lowercased() {
    case "ws", "http": scheme = "http"
    case "wss", "https": scheme = "https"
    default: return nil
    }
    let rest = url[colon.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    host = String(authority)
    origin = "\(scheme)://\(authority)"
    let behind = rest[end...].prefix { $0 != "#" }
    path = behind.isEmpty ? "/" : behind.hasPrefix("?") ? "/" + behind : String(behind)
  }
}
