import JSONCoding
import MeetingCore
import RoomReducer

/// One room as the gateway has it, beside the vendor's own view.
struct StreamRoomComparison {
  let state: RoomState
  let call: JSON

  /// The vendor may let people into a room that has ended; for the gateway nobody is in it.
  var differences: [String] {
    let found = difference("phase", state.room.phase, phase)
    guard phase != .ended else {
      let isEmpty = state.openSession == nil && state.connected.isEmpty && state.room.anonymousCount == 0
      return found + difference("empty", isEmpty, true)
    }
    return found + difference("session", state.openSession?.vendorID, session)
      + difference("present", present, session == nil ? [:] : listed)
      + difference("anonymous", state.room.anonymousCount, session == nil ? 0 : unknown)
      + difference("bans", Set(state.bans.keys), blocked)
  }

  private var session: String? {
    call["call"]?["current_session_id"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }

  private var blocked: Set<String> {
    Set((call["call"]?["blocked_user_ids"]?.arrayValue ?? []).compactMap(\.stringValue))
  }

  private var phase: RoomPhase {
    if let ended = call["call"]?["ended_at"], !ended.isNull { return .ended }
    return call["call"]?["backstage"]?.boolValue == true ? .backstage : .live
  }

  private var connected: [JSON] { (call["devices"]?.arrayValue ?? []).filter { $0["connected"]?.boolValue == true } }

  private var listed: [String: String] {
    let named = connected.filter { $0["anonymous"]?.boolValue != true }
    return Dictionary(
      uniqueKeysWithValues: named.map { ($0["session_id"]?.stringValue ?? "", $0["user_id"]?.stringValue ?? "") })
  }

  private var unknown: Int { connected.count { $0["anonymous"]?.boolValue == true } }

  private var present: [String: String] {
    Dictionary(uniqueKeysWithValues: state.connected.map { ($0.connection, $0.person ?? "") })
  }

  private func difference<Value: Equatable>(_ name: String, _ found: Value, _ right: Value) -> [String] {
    found == right ? [] : ["\(state.room.id) \(name): \(found) instead of \(right)"]
  }
}
