import JSONCoding
public import MeetingCore

extension StreamProvider: PresenceReading {
  /// One query for up to 100 rooms, instead of one request each; then, where somebody is in, who publishes.
  public func snapshots(of rooms: [ProviderRoom], versions: [String: Int64], _ context: CallContext)
    async throws(ProviderFailure) -> [String: RoomSnapshot]
  {
    var byCID: [String: ProviderRoom] = [:]
    for room in rooms { byCID[try address(room, "QueryCalls").cid] = room }
    var result: [String: RoomSnapshot] = [:]
    for part in byCID.keys.sorted().chunks(of: Self.chunk) {
      let answer = try await api.send(.queryCalls(part), context)
      guard let calls = answer["calls"]?.arrayValue else { throw FailureClassifier.missing("/calls", "QueryCalls") }
      for row in calls {
        let call = CallReading(row["call"])
        guard let address = call.address, let room = byCID[address.cid] else { continue }
        let tracks = await tracks(of: call, address, room.kind, context)
        result[room.key] = call.snapshot(
          asOf: versions[room.key] ?? 0, roles: account.roleMap(room.kind), tracks: tracks)
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
