import JSONCoding
public import MeetingCore

extension StreamProvider: PresenceReading {
  /// A query lists a page of rooms; who publishes is one query per room and kind of track.
  public func cost(of kind: RoomKind) -> PresenceCost {
    PresenceCost(
      roomsPerRequest: Self.chunk, requestsForTracks: account.readsTracks ? TrackReading.kinds(in: kind).count : 0)
  }

  /// One query for up to 100 rooms, instead of one request each; then, where somebody is in, who publishes.
  public func snapshots(of queries: [PresenceQuery], _ context: CallContext) async throws(ProviderFailure) -> [String:
    RoomSnapshot]
  {
    var byCID: [String: PresenceQuery] = [:]
    for query in queries { byCID[try address(query.room, "QueryCalls").cid] = query }
    var result: [String: RoomSnapshot] = [:]
    for part in byCID.keys.sorted().chunks(of: Self.chunk) {
      let answer = try await api.send(.queryCalls(part), context)
      guard let calls = answer["calls"]?.arrayValue else { throw FailureClassifier.missing("/calls", "QueryCalls") }
      for row in calls {
        let call = CallReading(row["call"])
        guard let address = call.address, let query = byCID[address.cid] else { continue }
        let kind = query.room.kind
        let tracks = query.withTracks ? await tracks(of: call, address, kind, context) : TrackReading()
        result[query.room.key] = call.snapshot(asOf: query.version, roles: account.roleMap(kind), tracks: tracks)
      }
    }
    return result
  }

  /// What cannot be read now stays unknown: presence does not fail for it.
  private func tracks(of call: CallReading, _ address: CallAddress, _ kind: RoomKind, _ context: CallContext) async
    -> TrackReading
  {
    var reading = TrackReading()
    let listed = call.session["participants"]?.arrayValue ?? []
    guard account.readsTracks, call.openSession != nil, !listed.isEmpty else { return reading }
    for track in TrackReading.kinds(in: kind) {
      let request = StreamRequest.participants(address, publishing: TrackReading.name(track))
      guard let answer = try? await api.send(request, context) else { return reading }
      reading.take(track, answer)
    }
    return reading
  }
}
