import MeetingCore

/// How an error code shows over HTTP: the one table of statuses, titles and what to do about it.
struct ProblemType: Sendable, Hashable {
  let status: Int
  let title: String
  /// Whether the same request may succeed later without being changed.
  let retryable: Bool
  /// What it means and what to do, for people.
  let help: String

  private init(_ status: Int, _ title: String, retryable: Bool = false, _ help: String) {
    self.status = status
    self.title = title
    self.retryable = retryable
    self.help = help
  }

  static func of(_ code: ErrorCode) -> Self { request(code) ?? state(code) ?? provider(code) }

  private static func request(_ code: ErrorCode) -> Self? {
    switch code {
    case .invalidRequest:
      Self(400, "Invalid request", "A field, parameter or header is not as it must be; `errors` lists each one.")
    case .invalidJSON:
      Self(400, "Invalid JSON", "The body is not one JSON document in UTF-8 without byte order mark and double keys.")
    case .unauthenticated:
      Self(401, "Not authenticated", "Send a valid key or client token as `Authorization: Bearer …`.")
    case .forbidden:
      Self(403, "Forbidden", "The credential, or the person acting, may not do this.")
    case .notFound:
      Self(404, "Not found", "There is no such thing, or it belongs to somebody else.")
    case .noSuchRoute:
      Self(404, "No such route", "The path is none of the API's; see `/openapi.json`. Paths end without a slash.")
    case .methodNotAllowed:
      Self(405, "Method not allowed", "The path exists, the method does not; `Allow` lists those that do.")
    case .notAcceptable:
      Self(406, "Not acceptable", "The route cannot answer in any form that `Accept` names.")
    case .payloadTooLarge:
      Self(413, "Payload too large", "The body is larger than the gateway reads.")
    case .unsupportedMediaType:
      Self(415, "Unsupported media type", "Bodies must be `application/json` in UTF-8, without content coding.")
    case .preconditionFailed:
      Self(412, "Precondition failed", "The thing has changed since `If-Match` was read.")
    case .preconditionRequired:
      Self(428, "Precondition required", "Send `If-Match`.")
    case .rateLimited:
      Self(429, "Rate limited", retryable: true, "Too many requests; wait as `Retry-After` says.")
    case .idempotencyMismatch:
      Self(422, "Idempotency key used before", "The `Idempotency-Key` was used with another body. Take a new key.")
    case .idempotencyInProgress:
      Self(
        409, "Request still running", retryable: true,
        "The first request with this `Idempotency-Key` has not ended. Ask again with the same key.")
    case .idempotencyOutcomeUnknown:
      Self(
        409, "Outcome unknown", "It cannot be told whether the first request with this `Idempotency-Key` took effect.")
    case .internalError:
      Self(500, "Internal error", "The gateway failed. Tell its operator the `request_id`.")
    default: nil
    }
  }

  private static func state(_ code: ErrorCode) -> Self? {
    switch code {
    case .banned: Self(403, "Banned", "The person is banned from the room.")
    case .roomLocked: Self(403, "Room locked", "Nobody new is let in until the room is unlocked.")
    case .roomInBackstage:
      Self(403, "Room in backstage", "The room is not open to its audience yet; `opens_at` tells when, if it is known.")
    case .notAMember: Self(403, "Not a member", "The room lets its members in only.")
    case .roomEnded: Self(409, "Room ended", "The room has ended and does not come back. Create another.")
    case .roomFull: Self(409, "Room full", "As many people are connected as the room takes.")
    case .roomExistsWithOtherParameters:
      Self(
        409, "Room exists with other parameters",
        "A room with this `external_id` was created from another body; `existing_id` names it.")
    case .alreadyRunning: Self(409, "Already running", "What was to be started runs; `existing_id` names it.")
    case .noActiveSession: Self(409, "No active session", "Nobody is in the room.")
    case .participantLeft: Self(409, "Participant left", "The connection has ended.")
    case .requestClosed: Self(409, "Request closed", "The request was decided or withdrawn before.")
    case .managedByFile: Self(409, "Managed by file", "This is set in the gateway's configuration file.")
    case .conflict:
      Self(409, "Conflict", retryable: true, "Something else is changing the same thing. Try again.")
    case .capabilityUnsupported:
      Self(
        422, "Capability not supported",
        "The provider of this room cannot do it; `alternatives` lists providers that can, for another room.")
    case .clientCannotJoin:
      Self(422, "Client cannot join", "The client carries no SDK for this room's provider; `required_kind` names it.")
    case .noProviderFits: Self(422, "No provider fits", "No provider has everything that the request needs.")
    default: nil
    }
  }

  private static func provider(_ code: ErrorCode) -> Self {
    switch code {
    case .providerError:
      Self(502, "Provider error", "The provider refused; `provider_error` has its own words.")
    case .providerBadResponse:
      Self(502, "Provider answered badly", "The provider's answer could not be read.")
    case .providerCredentials:
      Self(502, "Provider refused the credentials", "The gateway's account at the provider is not accepted.")
    case .providerUnavailable:
      Self(503, "Provider unavailable", retryable: true, "The provider cannot be reached or fails; wait and try again.")
    case .providerRateLimited:
      Self(503, "Provider rate limit", retryable: true, "The provider takes no more for now; wait and try again.")
    case .capabilityUnavailable:
      Self(503, "Capability not up yet", retryable: true, "The provider offers it, but it is not ready; try again.")
    case .storeUnavailable:
      Self(503, "Store unavailable", retryable: true, "The gateway cannot read or write its store; try again.")
    case .notReady:
      Self(503, "Not ready", retryable: true, "The gateway is starting, stopping or as busy as it can be; try again.")
    case .providerTimeout:
      Self(
        504, "Provider timeout", retryable: true,
        "The provider did not answer in time and may have done it all the same. Repeat with the same `Idempotency-Key`."
      )
    default: Self(500, "Internal error", "The gateway failed. Tell its operator the `request_id`.")
    }
  }

  /// Seconds to wait where nobody knows better. Every 503 carries one.
  static func retryAfterSeconds(_ error: GatewayError) -> Int? {
    if let seconds = error.retryAfterSeconds { return max(1, seconds) }
    switch error.code {
    case .providerUnavailable, .providerRateLimited: return 5
    case .capabilityUnavailable, .storeUnavailable, .notReady, .rateLimited, .idempotencyInProgress, .conflict:
      return 1
    default: return nil
    }
  }
}
