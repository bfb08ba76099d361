/// Tells the vendor, and through it its own clients, of raised hands.
public protocol HandRaising: Sendable {
  /// The vendor's hosts see the hand of this person as if their own client had raised it.
  func raise(_ permissions: Set<Permission>, by person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
  /// Tells the person that their request, by our id, was turned down.
  func reject(_ request: String, of person: Person, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> ControlOutcome
}
