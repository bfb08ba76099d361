import Cryptography
import HTTPTypes

/// Requests of the server's interface that read conversations.
struct ConversationRequests: Sendable {
  /// Which side of a recording.
  enum Direction: String, Sendable { case combined, user, agent }

  /// The vendor's pages disagree on the most that a page may have: this fits all of them.
  static let pageSize = 100

  let hosts: ConversationHosts
  let apiKey: Secret
  let account: String
  /// The agent's id, too.
  let project: String

  /// A page of the live conversations that started between two times (RFC 3339). `cursor` is what the page before gave.
  func list(from start: String, to end: String, cursor: String? = nil) -> PolyRequest {
    var query = [
      ("start_time", start), ("end_time", end), ("client_env", "live"), ("limit", String(Self.pageSize)),
    ]
    if let cursor { query.append(("cursor", cursor)) }
    let text = query.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    return get(
      "conversations", "\(hosts.lists)/v3/\(segment(account))/\(segment(project))/conversations?\(text)",
      "application/json")
  }

  /// One conversation, with its turns.
  func one(_ id: String) -> PolyRequest { get("conversation", item(id), "application/json") }

  /// Its recording, as WAV.
  func audio(_ id: String, _ direction: Direction = .combined) -> PolyRequest {
    get("conversation-audio", item(id) + "/audio?direction=\(direction.rawValue)", "audio/wav")
  }

  private func item(_ id: String) -> String {
    "\(hosts.items)/v1/agents/\(segment(project))/conversations/\(segment(id))"
  }

  private func segment(_ text: String) -> String { PercentEncoding.encode(text) }

  private func get(_ operation: String, _ url: String, _ accept: String) -> PolyRequest {
    PolyRequest(
      operation: operation, method: "GET", url: Secret(url),
      fields: ["Accept": accept, "x-api-key": apiKey.revealed], body: nil)
  }
}
