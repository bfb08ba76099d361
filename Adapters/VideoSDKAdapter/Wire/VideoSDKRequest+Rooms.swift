import AdapterKit
import JSONCoding
import MeetingCore

/// Operations of rooms and sessions.
extension VideoSDKRequest {
  /// How many rows of a list are asked for at once.
  static let pageSize = 100

  // MARK: Rooms

  /// The same key always gives the same room, so that asking again makes no second one.
  static func createRoom(_ body: JSONObject) -> Self {
    var request = Self(operation: "rooms.create", method: "POST", path: ["v2", "rooms"], body: .object(body))
    request.isCreate = true
    return request
  }

  /// By the service's id or by ours.
  static func room(_ id: String) -> Self { Self(operation: "rooms.get", method: "GET", path: ["v2", "rooms", id]) }

  /// One of all rooms, whichever: whether the service answers at all.
  static var anyRoom: Self {
    Self(operation: "rooms.list", method: "GET", path: ["v2", "rooms"], query: [("page", "1"), ("perPage", "1")])
  }

  /// For good. The service takes its own id only.
  static func deactivate(_ room: String) -> Self {
    var request = Self(
      operation: "rooms.deactivate", method: "POST", path: ["v2", "rooms", "deactivate"],
      body: ["roomId": .string(room)])
    request.answer = .message
    return request
  }

  // MARK: Sessions

  /// Sessions that run now, newest first.
  static func openSessions(of room: String, page: Int = 1) -> Self {
    sessions("sessions.list", room, page, [("status", "ongoing")])
  }

  /// All sessions, newest first.
  static func sessions(of room: String, page: Int = 1) -> Self { sessions("sessions.list", room, page, []) }

  private static func sessions(_ operation: String, _ room: String, _ page: Int, _ more: [(String, String)]) -> Self {
    var request = Self(operation: operation, method: "GET", path: ["v2", "sessions"])
    request.endsWithSlash = true
    request.query = [("roomId", room)] + more.map { (name: $0.0, value: $0.1) } + paging(page)
    return request
  }

  /// Who is in a session now.
  static func active(in session: String, page: Int) -> Self {
    people("sessions.participants.active", session, ["participants", "active"], page)
  }

  /// Who was in a session, whenever.
  static func participants(of session: String, page: Int) -> Self {
    people("sessions.participants.list", session, ["participants"], page)
  }

  private static func people(_ operation: String, _ session: String, _ rest: [String], _ page: Int) -> Self {
    var request = Self(operation: operation, method: "GET", path: ["v2", "sessions", session] + rest)
    request.query = paging(page)
    return request
  }

  /// Ends what runs; the answer comes before the end.
  static func endSession(_ room: String, session: String?) -> Self {
    var request = Self(
      operation: "sessions.end", method: "POST", path: ["v2", "sessions", "end"],
      body: .object(.present(["roomId": .string(room), "sessionId": session.map(JSON.string)])))
    request.answer = .message
    request.missing = .noActiveSession
    return request
  }

  /// Throws one participant out; their token stays good.
  static func remove(_ participant: String, from room: String) -> Self {
    var request = Self(
      operation: "sessions.participants.remove", method: "POST", path: ["v2", "sessions", "participants", "remove"],
      body: ["participantId": .string(participant), "roomId": .string(room)])
    request.answer = .message
    request.missing = .participantNotFound
    return request
  }

  static func paging(_ page: Int) -> [(name: String, value: String)] {
    [("page", String(page)), ("perPage", String(pageSize))]
  }
}
