import JSONCoding
public import MeetingCore

extension StreamProvider: Staging {
  public func goLive(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    _ = try await stage(.live, "GoLive", "go_live", room, [:], context)
    return .applied([fact(.roomObserved(stage: .live, endedAt: nil, endedBy: nil, reason: nil))])
  }

  /// Clients leave by themselves when the room closes; whoever stayed and may not be backstage is thrown out afterwards, as
  /// far as that goes: the stage has changed by then, whatever becomes of it.
  public func stopLive(_ room: ProviderRoom, keeping: Set<EgressSort>, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let call = try await stage(.backstage, "StopLive", "stop_live", room, Self.continuing(keeping), context)
    if call.openSession != nil, !call.isOpenAhead(at: now) { await clear(room, call, context) }
    return .applied([fact(.roomObserved(stage: .backstage, endedAt: nil, endedBy: nil, reason: nil))])
  }

  /// What is not named stops.
  private static func continuing(_ sorts: Set<EgressSort>) -> JSON {
    var body = JSONObject()
    for sort in EgressSort.allCases where sorts.contains(sort) {
      for name in names(of: sort) { body["continue_" + name] = true }
    }
    return .object(body)
  }

  private static func names(of sort: EgressSort) -> [String] {
    switch sort {
    case .recording: ["recording", "composite_recording", "individual_recording", "raw_recording"]
    case .broadcast: ["hls", "rtmp_broadcasts"]
    case .transcription: ["transcription", "closed_caption"]
    }
  }

  /// A refusal because the call is in that stage already is no failure.
  private func stage(
    _ wanted: Fact.Stage, _ operation: String, _ verb: String, _ room: ProviderRoom, _ body: JSON,
    _ context: CallContext
  ) async throws(ProviderFailure) -> CallReading {
    let address = try address(room, operation)
    do throws(ProviderFailure) {
      let call = CallReading(try await api.send(.call(operation, "POST", address, [verb], body: body), context)["call"])
      guard let stage = call.stage else { throw FailureClassifier.missing("/call/backstage", operation) }
      guard stage == wanted else {
        throw ProviderFailure(
          stage == .ended ? .conflict : .badResponse(pointer: "/call/backstage"), executed: .yes,
          operation: operation)
      }
      return call
    } catch {
      guard error.reason == .conflict else { throw error }
      let call = try await read(address, context)
      guard call.stage == wanted else { throw error }
      return call
    }
  }

  private func clear(_ room: ProviderRoom, _ call: CallReading, _ context: CallContext) async {
    guard let address = try? address(room, "KickUser"), let actor = try? actor(context, "KickUser"),
      let answer = try? await api.send(.participants(address), context)
    else { return }
    let roles = account.roleMap(room.kind)
    let staying = (answer["participants"]?.arrayValue ?? []).compactMap { ParticipantReading($0) }.filter { row in
      let role = row.role.flatMap { roles.role(of: $0, isCreator: row.user == call.creator) }
      return row.user != call.creator && role?.runsTheRoom != true
    }
    for user in Set(staying.compactMap(\.user)).sorted() {
      _ = try? await api.send(.kick(address, user, block: false, by: actor), context)
    }
  }
}
