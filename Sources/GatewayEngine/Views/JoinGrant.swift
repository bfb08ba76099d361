package import MeetingCore

/// A join token with what a client needs to use it.
package struct JoinGrant: Sendable {
  package let provider: String
  package let providerKind: String
  package let role: ParticipantRole
  package let credentials: JoinCredentials

  package init(provider: String, providerKind: String, role: ParticipantRole, credentials: JoinCredentials) {
    self.provider = provider
    self.providerKind = providerKind
    self.role = role
    self.credentials = credentials
  }
}
