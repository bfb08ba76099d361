/// Fetches a fresh token, usually from the application's own server. Asked once when the service says that a token is over,
/// however many requests wait for it, and at the start where the client was made without a token.
public typealias UserTokenProvider = @Sendable () async throws -> UserToken
