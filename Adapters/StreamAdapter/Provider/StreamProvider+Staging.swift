import JSONCoding
public import MeetingCore

extension StreamProvider: Staging {
  public func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    _ = try await api.send(.call("GoLive", "POST", call(room), ["go_live"], body: [:]), context)
    return .applied([])
  }

  /// Clients leave by themselves when the room closes; whoever stayed and may not be backstage is thrown out afterwards.
  public func stopLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    let answer = try await api.send(.call("StopLive", "POST", call(room), ["stop_live"], body: [:]), context)
    let call = CallReading(json: answer["call"] ?? .null, roles: roles)
    let rows = call.openSession == nil ? [] : answer["call"]?["session"]?["participants"]?.arrayValue ?? []
    for user in staying(rows, host: answer["call"]?["created_by"]?["id"]?.stringValue) {
      try await throwOut(user, from: room, context)
    }
    return .applied([])
  }

  /// Users still connected who are no hosts.
  private func staying(_ rows: [JSON], host: String?) -> [String] {
    let users = rows.compactMap { row -> String? in
      guard let user = ParticipantReading.userID(row), user != host,
        row["role"]?.stringValue.flatMap(roles.role) != .host
      else { return nil }
      return user
    }
    return Array(Set(users)).sorted()
  }

  private func throwOut(_ user: String, from room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    let body: JSON = ["user_id": .string(user), "kicked_by_id": .string(actor(context))]
    do { _ = try await api.send(.call("KickUser", "POST", call(room), ["kick"], body: body), context) } catch {
      guard error.reason == .participantNotFound else { throw error }
    }
  }
}
