import MeetingCore
import RoomReducer
import Store

/// Reads a room's occurrences, past and open, and who was there.
struct SessionReader: Sendable {
  let services: Services

  /// Newest first.
  func sessions(_ room: String, limit: Int, cursor: String?, _ caller: Caller) async throws(GatewayError)
    -> Page<Session>
  {
    _ = try await services.room(room, caller)
    var query = SessionQuery(room: room)
    query.limit = limit + 1
    query.cursor = try cursor.map { (text) throws(GatewayError) in try Cursors.session(text) }
    let (asked, store) = (query, services.store)
    let rows = try await services.stored { () throws(StoreFailure) in try await store.sessions(asked) }
    let next = rows.count > limit ? Cursors.text(rows[limit - 1]) : nil
    return Page(items: rows.prefix(limit).map(StateCoding.session), next: next)
  }

  func session(_ room: String, _ id: String, limit: Int, cursor: String?, _ caller: Caller)
    async throws(GatewayError) -> SessionHistoryView
  {
    _ = try await services.room(room, caller)
    let store = services.store
    let row = try await services.stored { () throws(StoreFailure) in try await store.session(id: id) }
    guard let row, row.room == room else { throw GatewayError(.notFound, "there is no such session of this room") }
    var filter = ParticipantFilter()
    filter.isConnected = nil
    filter.session = id
    let attendance = try await RoomReader(services: services).participants(
      room, filter, limit: limit, cursor: cursor, caller)
    return SessionHistoryView(session: StateCoding.session(row), attendance: attendance)
  }
}
