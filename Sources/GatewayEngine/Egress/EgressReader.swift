import MeetingCore
import RoomReducer
import Store

/// Reads recordings, broadcasts and transcriptions, with fresh addresses of their files.
struct EgressReader: Sendable {
  let services: Services

  func list(_ room: String, _ sort: EgressSort, limit: Int, cursor: String?, _ caller: Caller)
    async throws(GatewayError) -> Page<EgressView>
  {
    let state = try await readable(room, sort, caller)
    let rows = try await page(room, sort, limit: limit + 1, cursor: cursor)
    let shown = Array(rows.prefix(limit))
    // Whoever lists is not kept from it by a vendor that cannot be asked: the files then have no address.
    let links = sort.leavesFiles ? (try? await links(for: shown, sort, state)) ?? [] : []
    let fresh = try await taken(links, shown, state)
    let people = try await people(in: fresh, state)
    let items = fresh.map { EgressView(egress: $0, room: room, people: people, links: links) }
    return Page(items: items, next: rows.count > limit ? shown.last.map { Cursors.text($0) } : nil)
  }

  func read(_ room: String, _ id: String, _ sort: EgressSort, _ caller: Caller) async throws(GatewayError)
    -> EgressView
  {
    let state = try await readable(room, sort, caller)
    let egress = try await egress(id, sort, in: room)
    let links = try await links(for: [egress], sort, state)
    let fresh = try await taken(links, [egress], state)[0]
    return EgressView(egress: fresh, room: room, people: try await people(in: [fresh], state), links: links)
  }

  func view(_ egress: Egress, _ state: RoomState) async throws(GatewayError) -> EgressView {
    EgressView(egress: egress, room: state.room.id, people: try await people(in: [egress], state))
  }

  /// One of the room's, whatever has become of it; a deleted one is not there.
  func egress(_ id: String, _ sort: EgressSort, in room: String) async throws(GatewayError) -> Egress {
    let store = services.store
    var egress = try await services.anyRoom(room)?.resources[id]?.egress
    if egress == nil {
      egress = try await services.stored { () throws(StoreFailure) in
        try await store.resource(room: room, id: id).map(ResourceCoding.resource)?.egress
      }
    }
    guard let egress, egress.plan.sort == sort, !egress.isDeleted else {
      throw GatewayError(.notFound, "there is no such \(sort.rawValue) in this room")
    }
    return egress
  }

  /// Everything the vendor still has of the room, if some of it may be of these.
  func links(for egresses: [Egress], _ sort: EgressSort, _ state: RoomState) async throws(GatewayError)
    -> [EgressFileLink]
  {
    guard egresses.contains(where: { !$0.files.isEmpty || $0.state == .processing }),
      let reading = try? services.offering(of: state.room).require(.recordingRead)
    else { return [] }
    let account = try services.account(of: state.room)
    let (context, room) = (services.context(nil, actor: nil), services.providerRoom(state.room))
    do {
      return try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await reading.files(of: sort, in: room, context)
      }
    } catch { throw services.error(error, state.room) }
  }

  /// What the vendor's list has and we have not been told of; the egresses as they are then.
  func taken(_ links: [EgressFileLink], _ egresses: [Egress], _ state: RoomState) async throws(GatewayError)
    -> [Egress]
  {
    let reports = EgressMatching.news(in: links, egresses, state.sessions)
    guard !reports.isEmpty else { return egresses }
    let facts = reports.map { Fact(occurredAt: services.now, source: .reconcile, .egress($0)) }
    let committed = try await services.commit(RoomSubmission(facts.map(RoomInput.fact)), to: state.room.id)
    return egresses.map { committed.state.resources[$0.id]?.egress ?? $0 }
  }

  private func readable(_ room: String, _ sort: EgressSort, _ caller: Caller) async throws(GatewayError) -> RoomState {
    let state = try await services.room(room, caller)
    let offering = try services.offering(of: state.room)
    let capabilities: [Capability] =
      switch sort {
      case .recording: [.recordingRead, .recording]
      case .broadcast: [.hls, .rtmp]
      case .transcription: [.transcription]
      }
    guard capabilities.contains(where: { offering.cells[$0] != nil }) else {
      throw services.unsupported(capabilities[0], state.room)
    }
    return state
  }

  private func page(_ room: String, _ sort: EgressSort, limit: Int, cursor: String?) async throws(GatewayError)
    -> [Egress]
  {
    var query = ResourceQuery(room: room, kind: ResourceCoding.kind(of: sort).rawValue)
    query.limit = limit
    query.cursor = try cursor.map { (text) throws(GatewayError) in try Cursors.resource(text) }
    let (store, asked) = (services.store, query)
    return try await services.stored { () throws(StoreFailure) in
      var egresses: [Egress] = []
      for row in try await store.resources(asked) {
        if let egress = try ResourceCoding.resource(row).egress { egresses.append(egress) }
      }
      return egresses
    }
  }

  private func people(in egresses: [Egress], _ state: RoomState) async throws(GatewayError) -> [String: Person] {
    let ids = Set(egresses.flatMap { [$0.startedBy, $0.stoppedBy] }.compactMap { $0 })
    return try await services.stored { () throws(StoreFailure) in
      try await services.people.people(ids, state.room.tenant)
    }
  }
}
