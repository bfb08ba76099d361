/// Which of the vendor's two voice services a call speaks to.
public enum PolyDialect: String, Sendable, Hashable, CaseIterable {
  /// One socket for the signalling, trickled candidates; the call's id is made here.
  case gateway
  /// Descriptions by HTTP, candidates gathered before, a second negotiation for the agent's voice; the service makes
  /// the id.
  case bridge
}
