import JSONCoding

/// One event of the messaging socket.
struct MessagingEvent: Sendable, Hashable {
  private static let prefix = "EVENT_TYPE_"
  /// Batches in batches make no sense.
  private static let deepest = 3

  /// Without the prefix that all of them have.
  let type: String
  /// nil where the service gave none.
  let id: String?
  let timestamp: String?
  let payload: JSON

  /// All events of a message, those of batches one by one; nothing of what cannot be read.
  ///
  /// Events without id and time are taken, which the vendor's clients drop: the vendor's own examples have such.
  static func read(_ bytes: [UInt8]) -> [MessagingEvent] {
    guard let json = try? JSON.parse(bytes, mode: .vendor) else { return [] }
    return read(json, depth: 0)
  }

  private static func read(_ json: JSON, depth: Int) -> [MessagingEvent] {
    guard depth <= deepest, let text = json["type"]?.stringValue, text.hasPrefix(prefix) else { return [] }
    let type = String(text.dropFirst(prefix.count))
    // Members of batches may have their payload under their own name.
    let payload = json["payload"] ?? json[type.lowercased()] ?? [:]
    if type == "EVENT_BATCH" {
      return payload["events"]?.arrayValue?.flatMap { read($0, depth: depth + 1) } ?? []
    }
    let event = MessagingEvent(
      type: type, id: json["id"]?.stringValue, timestamp: json["timestamp"]?.stringValue, payload: payload)
    return [event]
  }
}
