import JSONCoding

/// A message of a topic.
public struct PubSubMessage: Sendable, Hashable {
  public let id: String
  public let topic: String
  public let message: String
  /// Who sent it, by the service's word: go by this, whatever the payload says.
  public let senderId: String
  public let senderName: String
  /// As the service gave it.
  public let timestamp: String
  /// The only ones who get it; empty = everybody.
  public let sendOnly: [String]
  private let attached: JSON

  init(_ message: SignallingMessage) {
    (id, topic, self.message) = (message.id, message.topic, message.message)
    (senderId, senderName) = (message.senderID, message.senderName)
    timestamp = message.timestamp
    sendOnly = message.recipients ?? []
    attached = message.payload
  }

  /// What the sender attached: a dictionary, also where it was sent as the text of one; nil when there is none. Members that
  /// are null are left out.
  public var payload: [String: Any]? {
    let read = attached.stringValue.flatMap { try? JSON.parse(Array($0.utf8), mode: .vendor) } ?? attached
    return read.objectValue.map(LooseValue.dictionary)
  }

  /// What the sender attached, where it is a plain text.
  public var payloadText: String? { attached.stringValue }
}
