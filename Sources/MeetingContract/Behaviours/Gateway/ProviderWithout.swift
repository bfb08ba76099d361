import MeetingCore

/// A provider that lacks one capability of another's.
struct ProviderWithout: MeetingProvider {
  private let capability: Capability
  private let provider: any MeetingProvider

  init(_ capability: Capability, of provider: any MeetingProvider) {
    self.capability = capability
    self.provider = provider
  }

  func offering(for kind: RoomKind) -> Offering? { provider.offering(for: kind)?.removing(capability) }

  func createRoom(_ spec: RoomSpec, _ context: CallContext) async throws(ProviderFailure) -> RoomCreation {
    try await provider.createRoom(spec, context)
  }

  func findRoom(key: String, kind: RoomKind, _ context: CallContext) async throws(ProviderFailure) -> ProviderRoom? {
    try await provider.findRoom(key: key, kind: kind, context)
  }

  func endRoom(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> ControlOutcome {
    try await provider.endRoom(room, context)
  }
}
