import JSONCoding
public import MeetingCore

extension VideoSDKProvider: Removing {
  /// A participant id has one connection at a time.
  public var reach: ControlReach { .connection }
  /// Whoever was thrown out may come back with the same token: the gateway throws them out again.
  public var enforcesRejoin: Bool { false }

  public func remove(_ target: Target, rejoin: RejoinPolicy, from room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  {
    let operation = "sessions.participants.remove"
    guard let participant = ConnectionName.participant(of: target) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    let id = try await roomID(room, context)
    do throws(ProviderFailure) { try await sender.send(.remove(participant, from: id), context) } catch {
      guard error.reason == .noActiveSession else { throw error }
      throw ProviderFailure(
        .participantNotFound, executed: .no, operation: operation, vendorStatus: error.vendorStatus,
        vendorCode: error.vendorCode, vendorMessage: error.vendorMessage, vendorRequestID: error.vendorRequestID)
    }
    let person = target.person ?? ParticipantID.decode(participant)
    return .applied(person.map { [fact(.removed(person: $0, by: context.actor))] } ?? [])
  }
}
