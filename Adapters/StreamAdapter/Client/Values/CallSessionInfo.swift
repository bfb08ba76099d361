import AdapterKit
import JSONCoding
public import MeetingCore

/// One occurrence of a call: from the first one in to when all have left for a while.
public struct CallSessionInfo: Sendable, Hashable, Identifiable {
  public let id: String
  public let startedAt: Timestamp?
  public let endedAt: Timestamp?
  public let liveStartedAt: Timestamp?
  public let liveEndedAt: Timestamp?
  /// When the longest duration is over.
  public let timerEndsAt: Timestamp?

  /// nil without an id.
  init?(_ json: JSON) {
    guard let id = json["id"]?.stringValue, !id.isEmpty else { return nil }
    self.id = id
    startedAt = WireTime.read(json["started_at"])
    endedAt = WireTime.read(json["ended_at"])
    liveStartedAt = WireTime.read(json["live_started_at"])
    liveEndedAt = WireTime.read(json["live_ended_at"])
    timerEndsAt = WireTime.read(json["timer_ends_at"])
  }
}
