import AdapterKit
import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of sessions; nil when the event is about something else or tells nothing.
  func sessionFacts(_ type: String) -> [Fact]? {
    guard let session else { return nil }
    switch type {
    case "session-started": return [fact(.sessionStarted(vendorID: session))]
    case "session-ended":
      let startedAt = WireTime.read(data["start"]).map(bounded)
      return [fact(.sessionEnded(vendorID: session, startedAt: startedAt, reason: reason))]
    default: return nil
    }
  }

  /// Facts of people; nil when the event is about something else or tells nothing. The seat is nobody.
  func peopleFacts(_ type: String) -> [Fact]? {
    guard type == "participant-joined" || type == "participant-left", let id = text("participantId") else { return nil }
    guard !ParticipantID.isSeat(id) else { return [] }
    guard type == "participant-joined" else {
      return [fact(.left(connection: id, person: ParticipantID.decode(id), reason: nil))]
    }
    return [fact(.joined(ConnectionName.joined(id, session: session)))]
  }

  /// A short word, where newer deliveries have one.
  private var reason: String? {
    guard let reason = text("reason")?.lowercased(), reason.utf8.count <= 60 else { return nil }
    let word = String(reason.map { $0 == "-" || $0 == " " ? "_" : $0 })
    return word.utf8.allSatisfy { (97...122).contains($0) || $0 == 95 } ? word : nil
  }
}
