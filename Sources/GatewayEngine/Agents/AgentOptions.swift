package import Cryptography

/// What agents may do and how long they may take.
package struct AgentOptions: Sendable {
  /// Signs the calls of agents' tools; nil = agents have no tools.
  package let toolSigner: WebhookSigner?
  /// Whether tools may be on hosts that are not on the open internet. The transport must allow it as well.
  package let allowsPrivateTools: Bool
  /// How long an agent may take to be there.
  package let joinLimit: Duration
  /// How long a tool may take.
  package let toolLimit: Duration

  package init(
    toolSigner: WebhookSigner? = nil, allowsPrivateTools: Bool = false, joinLimit: Duration = .seconds(20),
    toolLimit: Duration = .seconds(10)
  ) {
    self.toolSigner = toolSigner
    self.allowsPrivateTools = allowsPrivateTools
    self.joinLimit = joinLimit
    self.toolLimit = toolLimit
  }
}
