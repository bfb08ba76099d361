import AdapterKit
import Cryptography
import JSONCoding
import MeetingCore

/// What people say to each other over topics, and what is written down of what they say aloud.
extension SeatReader {
  /// What an event may carry of an application's own; larger ones are shown cut, as what they are.
  private static let longest = 16_000

  func talk(_ news: SignallingNews, at now: Timestamp) -> [Fact] {
    switch news {
    case .message(let message): said(message, at: now)
    case .other("transcriptionText", let data): caption(data, at: now)
    default: []
    }
  }

  /// Who sent it is the service's word. What comes back of the seat's own is told as what it was.
  private func said(_ message: SignallingMessage, at now: Timestamp) -> [Fact] {
    guard isOther(message.senderID) else {
      guard message.senderID == seat, let (detail, key) = SeatMessage.own(message) else { return [] }
      return [Fact(occurredAt: now, source: .socket, key: key, detail)]
    }
    let person = ParticipantID.decode(message.senderID)
    let key = Self.key(message)
    func fact(_ detail: Fact.Detail) -> [Fact] { [Fact(occurredAt: now, source: .socket, key: key, detail)] }
    switch message.topic {
    case Topics.raiseHand:
      return person.map { fact(.permissionRequested(person: $0, permissions: [.sendAudio])) } ?? []
    case Topics.reaction:
      let type = String(message.message.unicodeScalars.prefix(64))
      return type.isEmpty ? [] : fact(.reaction(RoomReaction(from: person, type: type, emoji: type), id: nil))
    default: return words(message, from: person).map(fact) ?? []
    }
  }

  private func words(_ message: SignallingMessage, from person: String?) -> Fact.Detail? {
    let text = JSON.string(message.message)
    let payload = message.payload.isNull ? text : ["message": text, "payload": message.payload]
    guard payload.text().utf8.count <= Self.longest else {
      return .unknown(type: "pubsubMessage", payload: JSONText(PayloadRedaction.redacted(payload)))
    }
    let recipients = message.recipients?.compactMap(ParticipantID.decode)
    return .message(
      RoomMessage(
        from: person, to: recipients?.isEmpty == false ? recipients : nil,
        topic: message.topic == Topics.chat ? nil : String(message.topic.unicodeScalars.prefix(128)),
        payload: JSONText(payload.text())), id: nil)
  }

  /// The service numbers messages; without a number, who, when and what tell one from another.
  private static func key(_ message: SignallingMessage) -> String {
    if !message.id.isEmpty { return "pubsub:" + String(message.id.unicodeScalars.prefix(100)) }
    let parts: JSON = [
      .string(message.topic), .string(message.senderID), .string(message.timestamp), .string(message.message),
      message.payload,
    ]
    return "pubsub:" + Hex.encode(SHA256.digest(parts.canonicalBytes()))
  }

  private func caption(_ data: JSON, at now: Timestamp) -> [Fact] {
    guard let text = FileName.text(data["text"]) else { return [] }
    let speaker = data["participantId"]?.stringValue.flatMap(ParticipantID.decode)
    let caption = Caption(
      id: nil, person: speaker, text: text, language: FileName.text(data["language"]),
      isFinal: data["type"]?.stringValue.map { $0.lowercased() != "partial" },
      startedAt: WireTime.read(data["timestamp"]),
      endedAt: nil)
    let key = "caption:" + Hex.encode(SHA256.digest(data.canonicalBytes()))
    return [Fact(occurredAt: now, source: .socket, key: key, .caption(caption))]
  }
}
