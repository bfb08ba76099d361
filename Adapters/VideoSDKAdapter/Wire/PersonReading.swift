import AdapterKit
import JSONCoding
import MeetingCore

/// Reads one row of a session's people. The row stays the same when somebody comes again: each stay is an entry of its log.
struct PersonReading: Sendable {
  let id: String
  private let json: JSON

  /// nil without an id.
  init?(_ json: JSON) {
    guard let id = json["participantId"]?.stringValue, !id.isEmpty else { return nil }
    self.id = id
    self.json = json
  }

  /// The gateway's own seat, which is nobody.
  var isSeat: Bool { ParticipantID.isSeat(id) }

  /// Whether they are in now; a row without a log is believed.
  var isPresent: Bool { stays.isEmpty || openStay != nil }

  /// When the stay that goes on began.
  var since: Timestamp? { openStay.flatMap { WireTime.read($0["start"]) } }

  /// In which mode they are; nil where the list does not tell.
  var mode: PeerMode? { PeerMode(wire: json["mode"]?.stringValue) }

  private var stays: [JSON] { json["timelog"]?.arrayValue ?? [] }
  private var openStay: JSON? { stays.last { $0["end"].map(\.isNull) ?? true } }

  func joined(session: String) -> Fact.Joined { ConnectionName.joined(id, session: session, isAgent: isAgent) }

  private var isAgent: Bool { json["peerType"]?.stringValue?.lowercased() == "agent" }

  /// What was last heard of the tracks: a stretch that has no end is one that is on. Where nothing is kept of a kind, nothing
  /// is known of it.
  func tracks(in kind: RoomKind) -> [TrackKind: TrackState] {
    var tracks: [TrackKind: TrackState] = [:]
    for track in Permission.known(in: kind).map(\.track) {
      guard let log = json["events"]?[Self.names[track] ?? ""]?.arrayValue, !log.isEmpty else { continue }
      let isOn = log.contains { $0["end"].map(\.isNull) ?? true }
      let times = log.flatMap { [WireTime.read($0["start"]), WireTime.read($0["end"])] }.compactMap { $0 }
      tracks[track] = TrackState(publishing: isOn, asOf: times.max())
    }
    return tracks
  }

  private static let names: [TrackKind: String] = [.audio: "mic", .video: "webcam", .screen: "screenShare"]
}
