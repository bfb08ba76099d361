import HTTPTypes
import JSONCoding
import MeetingCore

/// The servers that a service tells of.
enum ICEServerReading {
  /// What the gateway's clients take when there are none.
  static let gatewayFallback = [ICEServer(urls: ["stun:stun.l.google.com:19302"])]
  static let bridgeFallback = [ICEServer(urls: ["stun:stun.cloudflare.com:3478"])]

  /// nil for anything that is no list of at least one: whoever asked takes others then.
  static func read(_ result: Result<HTTPClientResponse, HTTPClientFailure>) -> [ICEServer]? {
    guard case .success(let answer) = result, (200..<300).contains(answer.status),
      let json = try? JSON.parse(answer.body, mode: .vendor)
    else { return nil }
    let servers = read(json["iceServers"])
    return servers.isEmpty ? nil : servers
  }

  /// Entries without addresses are left out.
  static func read(_ json: JSON?) -> [ICEServer] {
    (json?.arrayValue ?? []).compactMap { entry in
      let urls = entry["urls"]?.stringValue.map { [$0] } ?? entry["urls"]?.arrayValue?.compactMap(\.stringValue) ?? []
      let sound = urls.map(PlainText.trimmed).filter { !$0.isEmpty && PlainText.isVisible($0) }.map(schemed)
      guard !sound.isEmpty else { return nil }
      return ICEServer(
        urls: sound, username: text(entry["username"]), credential: text(entry["credential"]))
    }
  }

  /// Empty texts are none.
  private static func text(_ json: JSON?) -> String? { json?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }

  /// The vendor's own pages show servers without their scheme.
  private static func schemed(_ url: String) -> String {
    ["stun:", "stuns:", "turn:", "turns:"].contains { url.lowercased().hasPrefix($0) } ? url : "stun:" + url
  }
}
