import JSONCoding
import MeetingCore
import RoomReducer
import Store

/// Reads rooms and who is in them.
struct RoomReader: Sendable {
  let services: Services

  func view(_ state: RoomState) async throws(GatewayError) -> RoomView {
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people([state.room.host], state.room.tenant)
    }
    return RoomViews.view(state, people: people)
  }

  func room(_ id: String, _ caller: Caller) async throws(GatewayError) -> RoomView {
    try await view(try await services.room(id, caller))
  }

  func rooms(_ query: RoomQuery, cursor: String?, _ caller: Caller) async throws(GatewayError) -> Page<RoomView> {
    var page = query
    page.tenant = caller.tenant
    page.cursor = try cursor.map { (text) throws(GatewayError) in try Cursors.room(text) }
    page.limit = query.limit + 1
    let asked = page
    let store = services.store
    let rows = try await services.stored { () throws(StoreFailure) in try await store.rooms(asked) }
    var items: [RoomView] = []
    for row in rows.prefix(query.limit) {
      guard let state = try await services.anyRoom(row.id) else { continue }
      items.append(try await view(state))
    }
    let last = rows.count > query.limit ? rows[query.limit - 1] : nil
    return Page(items: items, next: last.map { Cursors.text($0, sort: query.sort) })
  }

  func participants(
    _ room: String, _ filter: ParticipantFilter, limit: Int, cursor: String?, _ caller: Caller
  ) async throws(GatewayError) -> Page<ParticipantView> {
    let state = try await services.room(room, caller)
    var query = ParticipantQuery(room: room)
    query.isConnected = filter.isConnected
    query.role = filter.role?.rawValue
    query.person = filter.externalID
    query.session = filter.session
    query.limit = 100
    query.cursor = try cursor.map { (text) throws(GatewayError) in try Cursors.participant(text) }
    var found: [Participant] = []
    while found.count <= limit {
      let rows = try await page(query)
      found += rows.filter { $0.isAnnounced && matches($0, filter) }
      guard rows.count == query.limit, let last = rows.last else { break }
      query.cursor = .init(joinedAt: last.joinedAt.nanoseconds, id: last.id)
    }
    let shown = Array(found.prefix(limit))
    let next = found.count > limit ? shown.last.map(Cursors.text) : nil
    return Page(items: try await views(shown, state), next: next)
  }

  func participant(_ room: String, _ id: String, _ caller: Caller) async throws(GatewayError) -> ParticipantView {
    let state = try await services.room(room, caller)
    return try await views([try await anyParticipant(id, state)], state)[0]
  }

  /// A participant of the room, connected or not.
  func anyParticipant(_ id: String, _ state: RoomState) async throws(GatewayError) -> Participant {
    if let known = state.participants.values.first(where: { $0.id == id }) { return known }
    let store = services.store
    let participant = try await services.stored { () throws(StoreFailure) -> Participant? in
      guard let row = try await store.participant(room: state.room.id, id: id) else { return nil }
      return try ParticipantCoding.participant(row)
    }
    guard let participant, participant.isAnnounced else {
      throw GatewayError(.notFound, "there is no such participant in this room")
    }
    return participant
  }

  private func page(_ query: ParticipantQuery) async throws(GatewayError) -> [Participant] {
    let store = services.store
    return try await services.stored { () throws(StoreFailure) in
      var participants: [Participant] = []
      for row in try await store.participants(query) { participants.append(try ParticipantCoding.participant(row)) }
      return participants
    }
  }

  private func views(_ participants: [Participant], _ state: RoomState) async throws(GatewayError) -> [ParticipantView]
  {
    let ids = Set(participants.compactMap(\.person))
    let people = try await services.stored { () throws(StoreFailure) in
      try await services.people.people(ids, state.room.tenant)
    }
    return participants.map { participant in
      ParticipantView(
        participant: participant, person: participant.person.flatMap { people[$0] },
        permissions: state.permissions(of: participant.person, as: participant.role), in: state.room)
    }
  }

  private func matches(_ participant: Participant, _ filter: ParticipantFilter) -> Bool {
    if let kind = filter.publishing, participant.tracks[kind]?.publishing != true { return false }
    if filter.publishesNothing {
      return TrackKind.allCases.allSatisfy { participant.tracks[$0]?.publishing == false }
    }
    return true
  }
}
