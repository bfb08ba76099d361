import AdapterKit
import JSONCoding
import MeetingCore

/// Reads session objects. nil without an id.
struct SessionReading: Sendable, Hashable {
  let id: String
  let room: String?
  let startedAt: Timestamp?
  let endedAt: Timestamp?
  /// Whether it runs: some lists do not take the wish for those alone.
  let isOpen: Bool

  init?(_ json: JSON?) {
    guard let id = (json?["id"] ?? json?["_id"] ?? json?["sessionId"])?.stringValue, !id.isEmpty else { return nil }
    self.id = id
    room = json?["roomId"]?.stringValue
    startedAt = WireTime.read(json?["start"])
    endedAt = WireTime.read(json?["end"])
    let status = json?["status"]?.stringValue?.lowercased()
    isOpen = endedAt == nil && status != "ended"
  }

  /// The one that runs, of a list whose newest comes first.
  static func open(in rows: [JSON]) -> Self? { rows.lazy.compactMap(Self.init).first(where: \.isOpen) }
}
