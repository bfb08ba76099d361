import Clocks
import EventDelivery
import MeetingCore
import RoomReducer
import Store

/// Reads the log: pages, and streams that follow it.
struct EventLog: Sendable {
  let services: Services
  let tail: EventTail

  func page(_ scope: EventsScope, from start: EventsStart, types: String?, limit: Int, _ caller: Caller)
    async throws(GatewayError) -> (events: [EventRecord], next: Int64)
  {
    let (query, filter) = try await resolve(scope, start, types, caller)
    let store = services.store
    let bounds = try await services.stored { () throws(StoreFailure) in try await store.logBounds() }
    var position = query.position ?? bounds.newest
    guard position <= bounds.newest else { throw Self.neverGiven }
    var found: [EventRecord] = []
    while found.count < limit {
      let after = position
      let records = try await services.stored { () throws(StoreFailure) in
        try await store.events(EventQuery(scope: query.scope, after: after, limit: 256))
      }
      for record in records where found.count < limit {
        position = record.position
        if filter.matches(record.type) { found.append(record) }
      }
      if records.count < 256 { break }
    }
    let offers = PendingOffers(voice: services.voice, caller: caller)
    return (found.map(offers.dressed), position)
  }

  func subscribe(_ scope: EventsScope, from start: EventsStart, types: String?, _ caller: Caller)
    async throws(GatewayError) -> EventFeed
  {
    let (query, filter) = try await resolve(scope, start, types, caller)
    let tail = tail
    let subscription = try await services.stored { () throws(StoreFailure) in
      try await tail.subscribe(query.scope, after: query.position)
    }
    let offers = PendingOffers(voice: services.voice, caller: caller)
    guard case .client(let client) = caller.principal else {
      return EventFeed(subscription, filter: filter, time: services.time, dressing: offers.dressed)
    }
    return EventFeed(
      subscription, filter: filter, time: services.time, until: client.expiresAt.nanoseconds,
      last: TypeFilter("room.ended"), dressing: offers.dressed, isAllowed: { await isAllowed(client) })
  }

  /// A client's stream ends with its person's ban and with the room.
  private func isAllowed(_ client: ClientPrincipal) async -> Bool {
    guard let state = try? await services.anyRoom(client.room), state.room.phase != .ended else { return false }
    guard let ban = state.bans[client.person] else { return true }
    return !AdmissionRules.isInForce(ban, in: state, now: services.now)
  }

  private func resolve(_ scope: EventsScope, _ start: EventsStart, _ types: String?, _ caller: Caller)
    async throws(GatewayError) -> (query: (scope: EventQuery.Scope, position: Int64?), filter: TypeFilter)
  {
    switch scope {
    case .tenant:
      if case .client = caller.principal {
        throw GatewayError(.forbidden, "a client token reads its room's events only")
      }
      let filter = try filter(types, hiding: [])
      return ((.tenant(caller.tenant), try await position(start, room: nil)), filter)
    case .room(let id):
      let state = try await services.room(id, caller)
      let filter = try filter(types, caller, state)
      return ((.room(id), try await position(start, room: id)), filter)
    }
  }

  /// nil = from what comes next on.
  private func position(_ start: EventsStart, room: String?) async throws(GatewayError) -> Int64? {
    switch start {
    case .now: return nil
    case .oldest: return try await oldest()
    case .position(let position): return position
    case .sequence(let sequence):
      guard let room, sequence > 0 else { return try await oldest() }
      let store = services.store
      let found = try await services.stored { () throws(StoreFailure) in
        try await store.position(room: room, sequence: sequence)
      }
      if let found { return found }
      return try await beyond(sequence, room)
    }
  }

  /// A position ahead of the log: it comes from another one, as after a restored backup.
  private static var neverGiven: GatewayError {
    GatewayError(.invalidRequest, "the log has not come to this position").with {
      $0.issues = [FieldIssue(pointer: "?after", code: "out_of_range", message: "is ahead of the log")]
    }
  }

  /// A sequence that is not in the log: not given yet, or trimmed.
  private func beyond(_ sequence: Int64, _ room: String) async throws(GatewayError) -> Int64? {
    guard let state = try await services.anyRoom(room), sequence > state.room.lastSequence else { return 0 }
    throw GatewayError(.invalidRequest, "the room has no event of this sequence yet").with {
      $0.issues = [FieldIssue(pointer: "?after_sequence", code: "out_of_range", message: "is ahead of the room")]
    }
  }

  private func oldest() async throws(GatewayError) -> Int64 {
    let store = services.store
    let bounds = try await services.stored { () throws(StoreFailure) in try await store.logBounds() }
    return max(0, bounds.oldest - 1)
  }

  /// What agents ask of their tools is for those who run the room.
  private func filter(_ types: String?, _ caller: Caller, _ state: RoomState) throws(GatewayError) -> TypeFilter {
    guard case .client = caller.principal else { return try filter(types, hiding: []) }
    let runs = RoleRules.actor(caller, in: state)?.role.runsTheRoom ?? false
    let hidden = runs ? [] : ["agent.tool_called"]
    return types == nil ? .all(except: ["participant."] + hidden) : try filter(types, hiding: hidden)
  }

  private func filter(_ types: String?, hiding hidden: [String]) throws(GatewayError) -> TypeFilter {
    guard let types else { return .all(except: hidden) }
    if let filter = TypeFilter(types, except: hidden) { return filter }
    throw GatewayError(.invalidRequest, "types cannot be read").with {
      $0.issues = [
        FieldIssue(pointer: "?types", code: "bad_format", message: "is a list of event types, each may end in *")
      ]
    }
  }
}
