import MeetingCore
import RoomReducer
import Store

/// Controls of people in a room: mute, unmute and remove, by connection or by person.
struct PeopleControls: Sendable {
  /// Whom a control is for.
  struct Aim: Sendable {
    /// What the vendor is given: the person, or each of their connections.
    let targets: [Target]
    /// The external id; nil when nobody is known behind the connection.
    let person: String?
    /// Every connection that it will hit.
    let affected: [Participant]
  }

  let services: Services

  func aim(_ scope: ControlScope, _ state: RoomState, reach: ControlReach) async throws(GatewayError) -> Aim {
    switch scope {
    case .person(let person):
      let connections = state.connections(of: person)
      let targets = reach == .person ? [Target(person: person)] : targets(connections, reach: reach)
      return Aim(targets: targets, person: person, affected: connections)
    case .participant(let id):
      let participant = try await RoomReader(services: services).anyParticipant(id, state)
      guard reach == .person else {
        let target = Target(person: participant.person, connection: participant.vendorName)
        return Aim(targets: [target], person: participant.person, affected: [participant])
      }
      guard let person = participant.person else {
        throw GatewayError(.notFound, "the provider acts on people, and nobody is known behind this connection")
      }
      let all = state.connections(of: person)
      return Aim(targets: [Target(person: person)], person: person, affected: all.isEmpty ? [participant] : all)
    }
  }

  func targets(_ participants: [Participant], reach: ControlReach) -> [Target] {
    switch reach {
    case .connection: participants.map { Target(person: $0.person, connection: $0.vendorName) }
    case .person: Set(participants.compactMap(\.person)).sorted().map { Target(person: $0) }
    }
  }

  /// Nobody was there, so nothing has changed.
  static func absent(_ room: Room) -> Outcome {
    Outcome(
      .applied, changed: false, reason: .notConnected, provider: room.provider, providerKind: room.providerKind)
  }
}
