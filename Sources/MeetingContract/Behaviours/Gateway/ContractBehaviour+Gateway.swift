import MeetingCore

extension ContractBehaviour {
  /// A behaviour shown through the API.
  static func gateway(
    _ name: String, _ summary: String, capabilities: Set<Capability> = [], kinds: Set<RoomKind>? = nil,
    _ requirements: Set<Requirement> = [], parts: (inout Parts) -> Void = { _ in },
    body: @escaping @Sendable (GatewayBench) async throws -> Void
  ) -> ContractBehaviour {
    var behaviour = ContractBehaviour(
      name, .gateway, summary, capabilities: capabilities, kinds: kinds, requirements: requirements
    ) { run in try await body(GatewayBench(run)) }
    parts(&behaviour.parts)
    return behaviour
  }
}

extension Set<ContractBehaviour.Requirement> {
  /// Devices whose coming and going the API hears of.
  static let live: Self = [.joining, .webhooks, .devices, .hooks]
}
