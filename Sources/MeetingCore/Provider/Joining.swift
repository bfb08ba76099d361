/// Lets one person in: ensures user, membership and grants at the vendor, then mints.
public protocol Joining: Sendable {
  func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
}
