import JSONCoding
public import MeetingCore

extension StreamProvider: PresenceReading {
  /// One query for up to 100 rooms, instead of one request each.
  public func snapshots(of rooms: [ProviderRoom], versions: [String: Int64], _ context: CallContext)
    async throws(ProviderFailure) -> [String: RoomSnapshot]
  {
    let keys = Dictionary(rooms.map { (call($0).cid, $0.key) }, uniquingKeysWith: { first, _ in first })
    let cids = keys.keys.sorted()
    var result: [String: RoomSnapshot] = [:]
    for start in stride(from: 0, to: cids.count, by: Self.chunk) {
      let part = cids[start..<min(start + Self.chunk, cids.count)].map(JSON.string)
      let body: JSON = ["filter_conditions": ["cid": ["$in": .array(part)]], "limit": .integer(Int64(Self.chunk))]
      let answer = try await api.send(
        .init(operation: "QueryCalls", method: "POST", path: ["video", "calls"], body: body), context)
      guard let calls = answer["calls"]?.arrayValue else { throw FailureClassifier.missing("/calls", "QueryCalls") }
      for row in calls { take(row, keys, versions, &result) }
    }
    return result
  }

  private func take(
    _ row: JSON, _ keys: [String: String], _ versions: [String: Int64], _ result: inout [String: RoomSnapshot]
  ) {
    let call = CallReading(json: row["call"] ?? .null, roles: roles)
    guard let key = call.address.flatMap({ keys[$0.cid] }), let snapshot = call.snapshot(asOf: versions[key] ?? 0)
    else { return }
    result[key] = snapshot
  }
}
