import JSONCoding
public import MeetingCore

extension VideoSDKProvider: PresenceReading {
  /// The most rooms that are read at once.
  private static let atOnce = 4

  /// One request finds the session, one lists a page of its people, with their tracks.
  public func cost(of kind: RoomKind) -> PresenceCost { PresenceCost(requestsPerReading: 2) }

  /// A participant id has one connection at a time, and has the next one later.
  public var naming: Fact.Joined.Naming { .place }

  /// By room: the session that runs, then its people.
  public func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    var result: [String: RoomSnapshot] = [:]
    var rest = queries[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.atOnce))
      rest = rest.dropFirst(part.count)
      for read in await together(part, context) {
        if let snapshot = try read.snapshot.get() { result[read.key] = snapshot }
      }
    }
    return result
  }

  private struct Read: Sendable {
    let key: String
    let snapshot: Result<RoomSnapshot?, ProviderFailure>
  }

  private func together(_ queries: [PresenceQuery], _ context: CallContext) async -> [Read] {
    await withTaskGroup(of: Read.self) { group in
      for query in queries { group.addTask { await read(query, context) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// A room that the service does not know is missing.
  private func read(_ query: PresenceQuery, _ context: CallContext) async -> Read {
    do throws(ProviderFailure) {
      return Read(key: query.room.key, snapshot: .success(try await snapshot(of: query, context)))
    } catch {
      return Read(key: query.room.key, snapshot: error.reason == .notFound ? .success(nil) : .failure(error))
    }
  }

  private func snapshot(of query: PresenceQuery, _ context: CallContext) async throws(ProviderFailure)
    -> RoomSnapshot
  {
    let id = try await roomID(query.room, context)
    guard let session = try await openSession(of: id, context) else {
      // Only now: somebody may still be in a room that is closed already.
      let room = RoomReading(json: try await sender.send(.room(id), context))
      return RoomSnapshot(asOf: query.version, stage: room.isDisabled ? .ended : .live)
    }
    let (rows, isWhole) = try await people(in: session.id, context)
    let people = rows.filter { $0.isPresent && !$0.isSeat }.map { person in
      SnapshotParticipant(
        joined: person.joined(session: session.id), joinedAt: person.since, tracks: person.tracks(in: query.room.kind),
        publishes: person.mode?.publishes)
    }
    return RoomSnapshot(
      asOf: query.version, stage: .live, session: session.id, sessionStartedAt: session.startedAt,
      participants: people, isComplete: isWhole)
  }

  /// Somebody who comes or goes between two pages moves the others: each is there once. A session that has just ended has
  /// nobody in it.
  func people(in session: String, _ context: CallContext) async throws(ProviderFailure) -> (
    rows: [PersonReading], isWhole: Bool
  ) {
    do throws(ProviderFailure) {
      let (rows, isWhole) = try await pages(context) {
        .active(in: session, page: $0)
      } _: {
        answer, operation throws(ProviderFailure) in
        try Page.people(answer, operation: operation)
      }
      var seen: Set<String> = []
      return (rows.compactMap(PersonReading.init).filter { seen.insert($0.id).inserted }, isWhole)
    } catch {
      if error.reason == .noActiveSession { return ([], true) }
      throw error
    }
  }
}
