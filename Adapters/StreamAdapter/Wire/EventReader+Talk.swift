import Cryptography
import JSONCoding
import MeetingCore

extension EventReader {
  /// What an event may carry of the application's own; larger ones are shown cut, as what they are.
  private static let longest = 16_000
  private static let topicLength = 128
  private static let recipients = 100

  /// Facts of what was said and shown; nil when the event is about something else or tells nothing. Signals of ours are no
  /// news: they have none.
  func talkFacts(_ type: String) -> [Fact]? {
    switch type {
    case "custom": custom()
    case "call.reaction_new": reaction()
    default: nil
    }
  }

  private func custom() -> [Fact]? {
    guard let custom = event["custom"], custom.objectValue != nil else { return nil }
    let signal = custom[Signal.mark]
    switch signal?["type"]?.stringValue.flatMap(Signal.Kind.init) {
    case .message: return message(signal ?? .null, custom["payload"] ?? .null)
    case .unmuteRequested, .permissionRejected: return []
    case .reaction, nil: return message(.null, custom)
    }
  }

  private func message(_ signal: JSON, _ payload: JSON) -> [Fact]? {
    let text = payload.text()
    guard text.utf8.count <= Self.longest else { return nil }
    let message = RoomMessage(
      from: person(event["user"]), to: recipients(signal["to"]), topic: topic(signal["topic"]), payload: JSONText(text))
    let id = own(signal["id"], prefix: "msg_")
    return [fact(.message(message, id: id), key: id.map(message.factKey) ?? wordsKey("custom", payload))]
  }

  private func reaction() -> [Fact]? {
    guard let told = event["reaction"], let type = told["type"]?.stringValue, !type.isEmpty else { return nil }
    var custom = told["custom"]?.objectValue ?? JSONObject()
    let id = own(custom[Signal.mark]?["id"], prefix: "rct_")
    custom[Signal.mark] = nil
    let text = JSON.object(custom).text()
    guard text.utf8.count <= Self.longest else { return nil }
    let reaction = RoomReaction(
      from: person(told["user"]), type: String(type.unicodeScalars.prefix(64)),
      emoji: told["emoji_code"]?.stringValue.flatMap { $0.isEmpty ? nil : String($0.unicodeScalars.prefix(64)) },
      custom: JSONText(text))
    return [fact(.reaction(reaction, id: id), key: id.map(reaction.factKey) ?? wordsKey("reaction", told))]
  }

  /// An id that we may have given; anything else is as good as none.
  private func own(_ id: JSON?, prefix: String) -> String? {
    guard let id = id?.stringValue, id.hasPrefix(prefix), id.utf8.count == prefix.utf8.count + 26,
      id.utf8.dropFirst(prefix.utf8.count).allSatisfy({ (48...57).contains($0) || (97...122).contains($0) })
    else { return nil }
    return id
  }

  private func topic(_ json: JSON?) -> String? {
    json?.stringValue.flatMap { $0.isEmpty || $0.unicodeScalars.count > Self.topicLength ? nil : $0 }
  }

  private func recipients(_ json: JSON?) -> [String]? {
    let people = (json?.arrayValue ?? []).prefix(Self.recipients).compactMap(\.stringValue)
      .filter { UserID.encode($0) != nil }
    return people.isEmpty ? nil : people
  }

  /// The service gives events no id: when, who and what tell one from another, whichever way it comes.
  private func wordsKey(_ type: String, _ content: JSON) -> String {
    let parts: JSON = [event["created_at"] ?? .null, .string(userID ?? ""), content]
    return "\(type):" + Hex.encode(SHA256.digest(parts.canonicalBytes()))
  }

  private var userID: String? { event["user"]?["id"]?.stringValue ?? event["reaction"]?["user"]?["id"]?.stringValue }
}
