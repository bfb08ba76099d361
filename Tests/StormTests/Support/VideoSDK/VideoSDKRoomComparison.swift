import JSONCoding
import MeetingCore
import MockKit
import RoomReducer

/// One room as the gateway has it, beside the vendor's own view.
struct VideoSDKRoomComparison {
  let state: RoomState
  let view: JSON

  var differences: [String] {
    let found = difference("phase", state.room.phase, phase)
    guard phase != .ended else {
      return found + difference("empty", state.openSession == nil && state.connected.isEmpty, true)
    }
    return found + difference("session", state.openSession?.vendorID, view["session_id"]?.stringValue)
      + difference("present", present, listed) + early
  }

  private var phase: RoomPhase {
    view["room"]?["disabled"] == true && view["session_id"]?.stringValue == nil ? .ended : .live
  }

  /// The gateway's own seat is nobody.
  private var connected: [JSON] {
    (view["participants"]?.arrayValue ?? []).filter { $0["connected"] == true && !Self.isSeat($0) }
  }

  static func isSeat(_ row: JSON) -> Bool { row["participant_id"]?.stringValue?.hasPrefix("sb-seat-") == true }

  private var listed: [String: String] {
    Dictionary(
      uniqueKeysWithValues: connected.map { row in
        let id = row["participant_id"]?.stringValue ?? ""
        return (id, id.hasPrefix("_z") ? "" : id)
      })
  }

  private var present: [String: String] {
    Dictionary(state.connected.map { ($0.place ?? $0.connection, $0.person ?? "") }) { first, _ in first + " twice" }
  }

  /// Whoever is there is there in the stay that goes on, not in one that has ended.
  private var early: [String] {
    let stays = VideoSDKRecord.stays(view)
    return state.connected.compactMap { participant in
      let open = stays.last { $0.place == participant.place && $0.end == nil }
      guard let open, participant.joinedAt < open.start.advanced(bySeconds: -2) else { return nil }
      return "\(state.room.id) \(participant.place ?? ""): in a stay that ended"
    }
  }

  private func difference<Value: Equatable>(_ name: String, _ found: Value, _ right: Value) -> [String] {
    found == right ? [] : ["\(state.room.id) \(name): \(found) instead of \(right)"]
  }
}
