import GatewayEngine
import MeetingCore
import Store

/// What a handshake asks for: whose events, from where, which types.
struct EventWish: Sendable {
  let room: String?
  let start: EventsStart
  let types: String?

  init(_ call: SocketCall) throws(GatewayError) {
    room = call.query.text("room")
    if let room, !ID.isOurs(room, prefix: "room_") { throw GatewayError(.notFound, "no such room") }
    start = try EventsPosition.read(call.head, call.query) ?? .now
    types = call.query.text("types")
  }

  /// Whose events these are once it is known who asks: a client token is for one room, named or not.
  func scope(for principal: Principal, _ access: Access) throws(GatewayError) -> EventsScope {
    var room = room
    if room == nil, case .client(let client) = principal { room = client.room }
    try access.check(principal, room: room)
    if let room { return .room(room) }
    guard case .sequence = start else { return .tenant }
    throw GatewayError(.invalidRequest, "the position is not valid").with {
      $0.issues = [FieldIssue(pointer: "?after_sequence", code: "invalid", message: "needs a room")]
    }
  }
}
