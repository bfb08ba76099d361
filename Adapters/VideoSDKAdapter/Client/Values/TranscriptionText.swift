import JSONCoding

/// Something that was said, written down by the service.
public struct TranscriptionText: Sendable, Hashable {
  public let participantId: String
  public let participantName: String
  public let text: String
  /// As the service gave it.
  public let timestamp: String
  /// Whether it may still change, as the service says it; empty when it does not.
  public let type: String

  /// nil for what has no text.
  init?(_ data: JSON) {
    guard let text = data["text"]?.stringValue else { return nil }
    self.text = text
    participantId = data["participantId"]?.stringValue ?? data["peerId"]?.stringValue ?? ""
    participantName = data["participantName"]?.stringValue ?? ""
    timestamp = data["timestamp"]?.stringValue ?? data["timestamp"]?.integerValue.map(String.init) ?? ""
    type = data["type"]?.stringValue ?? ""
  }
}
