import Synchronization

/// The token of whoever uses a client, and where the next one comes from.
final class TokenKeeper: Sendable {
  private static let operation = "FetchToken"

  private let token: Mutex<UserToken>
  private let provider: UserTokenProvider?
  private let flight = SharedFlight<UserToken>(operation)

  init(_ token: UserToken, provider: UserTokenProvider?) {
    self.token = Mutex(token)
    self.provider = provider
  }

  var held: UserToken { token.withLock { $0 } }

  /// Whether there is somebody to ask for another.
  var isRenewable: Bool { provider != nil }

  func set(_ token: UserToken) { self.token.withLock { $0 = token } }

  /// The token, fetched where there is none yet.
  func current() async throws(StreamVideoError) -> UserToken {
    let held = held
    if !held.isEmpty || provider == nil { return held }
    return try await renewed(after: held)
  }

  /// Another token than `stale`: one that came meanwhile, or a fresh one. Many may ask, and the provider is asked once.
  func renewed(after stale: UserToken) async throws(StreamVideoError) -> UserToken {
    let held = held
    if held != stale { return held }
    guard let provider else {
      throw StreamVideoError(.tokenExpired, operation: Self.operation, message: "there is no token provider")
    }
    return try await flight.value { () throws(StreamVideoError) in try await self.fetch(provider, after: stale) }
  }

  /// Gives up fetching; returns when that has ended.
  func cancel() async { await flight.cancel() }

  private func fetch(_ provider: UserTokenProvider, after stale: UserToken) async throws(StreamVideoError) -> UserToken
  {
    let held = held
    if held != stale { return held }
    let fresh: UserToken
    do { fresh = try await provider() } catch {
      if Task.isCancelled { throw .cancelled(Self.operation) }
      // Often the way to the application's own server, which may be there again later.
      throw StreamVideoError(.unavailable, operation: Self.operation, message: "the token provider failed")
    }
    guard !fresh.isEmpty else {
      throw StreamVideoError(.invalidCredentials, operation: Self.operation, message: "the token provider gave none")
    }
    set(fresh)
    return fresh
  }
}
