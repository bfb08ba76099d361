/// Keeps somebody out, and lets them in again.
public protocol Banning: Sendable {
  func ban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
  func unban(_ person: String, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
    -> ControlOutcome
}
