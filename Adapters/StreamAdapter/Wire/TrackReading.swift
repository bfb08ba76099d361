import JSONCoding
import MeetingCore

/// Who publishes what, put together from one filtered list per kind of track. A muted track is not published.
struct TrackReading: Sendable {
  private struct Publishers {
    let connections: Set<String>
    /// False when the list was cut: who is missing may still publish.
    let isWhole: Bool
  }

  private var kinds: [TrackKind: Publishers] = [:]

  /// Takes in the answer of the participants query for one kind; an answer without a list adds nothing.
  mutating func take(_ kind: TrackKind, _ answer: JSON) {
    guard let rows = answer["participants"]?.arrayValue else { return }
    let found = Set(rows.compactMap { ParticipantReading($0)?.connection })
    let total = answer["total_participants"]?.integerValue ?? Int64(found.count)
    kinds[kind] = Publishers(connections: found, isWhole: found.count >= total)
  }

  func states(of connection: String) -> [TrackKind: TrackState] {
    kinds.compactMapValues { publishers in
      if publishers.connections.contains(connection) { return TrackState(publishing: true, muted: false) }
      return publishers.isWhole ? TrackState(publishing: false) : nil
    }
  }

  /// The service's name of a kind.
  static func name(_ kind: TrackKind) -> String { kind == .screen ? "screenshare" : kind.rawValue }

  /// What can be published in rooms of a kind.
  static func kinds(in kind: RoomKind) -> [TrackKind] { kind == .meeting ? [.audio, .video, .screen] : [.audio] }
}
