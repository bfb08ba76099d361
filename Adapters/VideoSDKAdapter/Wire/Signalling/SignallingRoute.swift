import Cryptography
import HTTPTypes
import JSONCoding

/// Where a room's signalling is, as the service's answer to the first question tells it.
struct SignallingRoute: Sendable, Hashable {
  /// `ws` or `wss`, without a trailing slash.
  let address: String

  /// What the answer lacks, as a pointer into it.
  struct Missing: Error, Sendable, Hashable {
    let pointer: String
  }

  /// The full address where there is one, and the host otherwise. The key material for media beside them is not needed
  /// without media.
  init(_ answer: JSON) throws(Missing) {
    let data = answer["data"]
    if let url = data?["signalingUrl"]?.stringValue, !url.isEmpty {
      guard Self.isSocket(url) else { throw Missing(pointer: "/data/signalingUrl") }
      address = url.hasSuffix("/") ? String(url.dropLast()) : url
      return
    }
    guard let host = data?["baseUrl"]?.stringValue, let url = AbsoluteURL("https://" + host), url.isOrigin,
      url.port != "*"
    else { throw Missing(pointer: "/data/baseUrl") }
    address = "wss://" + host
  }

  /// The connection's address. It holds the token: not for logs or errors.
  func url(for identity: SignallingIdentity) -> String {
    let query = [
      ("roomId", identity.room), ("peerId", identity.peer), ("secret", identity.token.revealed),
      ("mode", identity.mode.rawValue), ("peerType", "normal"),
    ]
    return address + "/?" + query.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
  }

  private static func isSocket(_ url: String) -> Bool {
    guard let colon = url.firstRange(of: "://") else { return false }
    let scheme = url[..<colon.lowerBound].lowercased()
    guard scheme == "ws" || scheme == "wss" else { return false }
    return AbsoluteURL("https" + url[colon.lowerBound...])?.isBase == true
  }
}
