import MeetingCore
import RoomReducer
import Store

/// Reads what lives in a room: from memory as long as it is there, else from the store.
struct ResourceReader: Sendable {
  let services: Services

  /// Newest first.
  func page(_ query: ResourceQuery, cursor: String?) async throws(GatewayError) -> (
    items: [RoomResource], next: String?
  ) {
    var page = query
    page.cursor = try cursor.map { (text) throws(GatewayError) in try Cursors.resource(text) }
    page.limit = query.limit + 1
    let asked = page
    let store = services.store
    let rows = try await services.stored { () throws(StoreFailure) in try await store.resources(asked) }
    let shown = rows.prefix(query.limit)
    let items = try await services.stored { () throws(StoreFailure) in
      var items: [RoomResource] = []
      for row in shown { items.append(try ResourceCoding.resource(row)) }
      return items
    }
    return (items, rows.count > query.limit ? items.last.map { Cursors.text($0.thing) } : nil)
  }

  /// nil when there is no such thing in the room.
  func resource(_ id: String, in state: RoomState) async throws(GatewayError) -> RoomResource? {
    if let known = state.resources[id] { return known }
    let store = services.store
    return try await services.stored { () throws(StoreFailure) -> RoomResource? in
      guard let row = try await store.resource(room: state.room.id, id: id) else { return nil }
      return try ResourceCoding.resource(row)
    }
  }
}
