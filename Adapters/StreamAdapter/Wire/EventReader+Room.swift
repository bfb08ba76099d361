import AdapterKit
import JSONCoding
import MeetingCore

extension EventReader {
  /// Facts of the room and its sessions; nil when the event is about something else or tells nothing.
  func roomFacts(_ type: String) -> [Fact]? {
    switch type {
    case "call.created", "call.updated": observed()
    case "call.live_started": call.endedAt == nil ? [observed(.live)] : observed()
    case "call.ended": [ended()]
    case "call.deleted": [observed(.ended, endedAt: occurredAt, reason: "vendor")]
    case "call.session_started":
      [fact(.sessionStarted(vendorID: session), at: bounded(WireTime.read(call.session["started_at"]) ?? occurredAt))]
    case "call.session_ended":
      [fact(.sessionEnded(vendorID: session, startedAt: sessionStartedAt, reason: nil))]
    default: nil
    }
  }

  /// The call of an event may have gone on to its next session.
  private var sessionStartedAt: Timestamp? {
    guard let session, call.session["id"]?.stringValue == session else { return nil }
    return WireTime.read(call.session["started_at"]).map { bounded($0) }
  }

  private func observed() -> [Fact]? {
    guard let stage = call.stage else { return nil }
    return [observed(stage, endedAt: call.endedAt, reason: stage == .ended ? "vendor" : nil)]
  }

  private func observed(_ stage: Fact.Stage, endedAt: Timestamp? = nil, by: String? = nil, reason: String? = nil)
    -> Fact
  {
    fact(.roomObserved(stage: stage, endedAt: endedAt.map(bounded), endedBy: by, reason: reason))
  }

  /// Somebody who ended it is named; when the call's own timer has run out, that was it.
  private func ended() -> Fact {
    let by = person(event["user"])
    let endedAt = call.endedAt ?? occurredAt
    let timer = WireTime.read(call.session["timer_ends_at"])
    let ranOut = by == nil && timer.map { $0 <= endedAt } ?? false
    let told = event["reason"]?.stringValue.map { $0.lowercased().hasPrefix("max_duration") } ?? false
    let reason = ranOut || told ? "max_duration" : by == nil ? "vendor" : "host"
    return observed(.ended, endedAt: endedAt, by: by, reason: reason)
  }
}
