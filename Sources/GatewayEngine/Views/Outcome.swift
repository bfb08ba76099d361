/// What a control did, told honestly.
package struct Outcome: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable { case applied, requested, pending, partial }
  package enum Reason: String, Sendable, Hashable {
    case already
    case notPublishing = "not_publishing"
    case notConnected = "not_connected"
    case alreadyEnded = "already_ended"
  }
  /// Who keeps somebody removed from coming back.
  package enum RejoinEnforcement: String, Sendable, Hashable {
    case vendor
    case onJoin = "on_join"
    case none
  }

  package var kind: Kind
  /// nil: the vendor cannot tell.
  package var changed: Bool?
  package var reason: Reason?
  /// Participant ids.
  package var affected: [String] = []
  /// `op_…` while pending.
  package var operation: String?
  package var provider: String
  package var providerKind: String

  package init(
    _ kind: Kind, changed: Bool?, reason: Reason? = nil, affected: [String] = [], operation: String? = nil,
    provider: String, providerKind: String
  ) {
    self.kind = kind
    self.changed = changed
    self.reason = reason
    self.affected = affected
    self.operation = operation
    self.provider = provider
    self.providerKind = providerKind
  }
}
