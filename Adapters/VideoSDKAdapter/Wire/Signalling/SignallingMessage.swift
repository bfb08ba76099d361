import JSONCoding

/// A message of a topic. Who sent it is the service's word; what the payload says of that is anybody's.
struct SignallingMessage: Sendable, Hashable {
  let id: String
  let topic: String
  let message: String
  let senderID: String
  let senderName: String
  /// As the service gave it, for the application to read.
  let timestamp: String
  /// What the sender attached; null = nothing.
  let payload: JSON
  /// The only ones who get it; nil = everybody.
  let recipients: [String]?

  /// nil for what has no topic or no sender.
  init?(_ json: JSON?) {
    guard let json, let topic = json["topic"]?.stringValue, let sender = Self.text(json["senderId"]) else { return nil }
    id = Self.text(json["id"]) ?? ""
    self.topic = topic
    message = Self.text(json["message"]) ?? ""
    senderID = sender
    senderName = json["senderName"]?.stringValue ?? ""
    timestamp = Self.text(json["timestamp"]) ?? ""
    payload = json["payload"] ?? .null
    recipients = json["sendOnly"]?.arrayValue?.compactMap(\.stringValue)
  }

  /// Those of a list that can be read, in its order.
  static func list(_ json: JSON?) -> [Self] { json?.arrayValue?.compactMap { Self($0) } ?? [] }

  /// Numbers are as good as texts here, and what is a document stays one.
  private static func text(_ json: JSON?) -> String? {
    switch json {
    case nil, .null: nil
    case .string(let text): text
    case let other?: other.text()
    }
  }
}
