import GatewayEngine
import MeetingCore

extension ProblemGuide {
  /// What went wrong at the vendor, or in the gateway's own surroundings.
  static func provider(_ code: ErrorCode) -> Self { refused(code) ?? absent(code) ?? own(code) }

  private static func refused(_ code: ErrorCode) -> Self? {
    switch code {
    case .providerError:
      failed(
        code, .forbidden, status: 403, vendorCode: "17",
        cases: [
          "The vendor refused: it forbids it, finds the request invalid, or does not know the room any more.",
          "Nothing was done; a vendor's not-found is never a 404 of this API.",
        ],
        remedy: "Read `provider_error`: the vendor's status, code and words, without secrets. Often a setting there.")
    case .providerBadResponse:
      failed(
        code, .badResponse(pointer: "/room/id"), status: 200,
        cases: [
          "The vendor, or something between, answered with a page, broken JSON, or without a field that must be there."
        ],
        remedy: """
          Whether it was done is not known: read the room before you try again. If it lasts, tell whoever runs the \
          gateway: the vendor may have changed its API.
          """)
    case .providerCredentials:
      failed(
        code, .credentials, status: 401, vendorCode: "5",
        cases: ["The vendor does not accept the account's key or secret, or the gateway's clock is wrong."],
        remedy: "Only the operator can help: see `credentials` in `GET /v1/providers/{name}`, and the configuration.")
    default: nil
    }
  }

  private static func absent(_ code: ErrorCode) -> Self? {
    switch code {
    case .providerUnavailable:
      failed(
        code, .unavailable, status: 503,
        cases: [
          "The vendor cannot be reached, or answers 5xx, after the gateway's own retries.",
          "It failed so often that the gateway leaves it alone for a while; then the answer comes at once.",
          "A create timed out, and reading it back showed that the room is not there.",
          "The room's account is no longer in the configuration.",
        ],
        remedy: "Try again later. `GET /v1/providers/{name}` shows since when it fails.")
    case .providerRateLimited:
      failed(
        code, .rateLimited(retryAfter: .seconds(9)), status: 429, vendorCode: "9",
        cases: ["The vendor limits how much this account may ask, and asks to wait longer than two seconds."],
        remedy: "Wait as `Retry-After` says, which is what the vendor asked for, and spread the requests.")
    case .capabilityUnavailable:
      failed(
        code, .notConnected(retryAfter: .seconds(2)), status: nil,
        cases: [
          """
          The provider does it only from inside the room, where the gateway takes a seat of its own while people are there, \
          and that is not taken yet, or was lost a moment ago.
          """,
          "The room is one of more than the account may have seats in.",
        ],
        remedy: """
          Wait as `Retry-After` says: the seat is taken within seconds of the first person's coming. What is not offered \
          at all is `capability_unsupported` instead, and waiting does not help.
          """)
    case .providerTimeout:
      failed(
        code, .timeout, status: nil,
        cases: [
          "The vendor did not answer within the request's time (14 seconds in all). It may have done it all the same.",
          "For a create, when it cannot be told yet whether the room is there: then `operation` and `Location` are set.",
        ],
        remedy: """
          Repeat with the same `Idempotency-Key`: a create then finds the room it made. Or follow the operation, \
          `GET /v1/operations/{operation}`, until its `state` is `succeeded` or `failed`.
          """)
    default: nil
    }
  }

  private static func own(_ code: ErrorCode) -> Self {
    switch code {
    case .storeUnavailable:
      Self(
        code,
        cases: ["The database cannot be read or written: disk full, file locked, permissions."],
        remedy: """
          Try again; if it lasts, the operator must look at the disk. Where a control had been sent to the vendor, it \
          may have been done there.
          """,
        instance: roomPath + "/lock", detail: "the store cannot be used now"
      ) { $0.retryAfterSeconds = 1 }
    default:
      Self(
        code, cases: ["`GET /readyz` while the gateway starts or stops, or while its store does not answer."],
        remedy: "Send requests to another instance, or wait. Load balancers use this answer.",
        instance: "/readyz", detail: "not ready: store")
    }
  }

  /// An example of the vendor's failure, mapped as the engine maps it.
  private static func failed(
    _ code: ErrorCode, _ reason: ProviderFailure.Reason, status: Int?, vendorCode: String? = nil,
    cases: [String], remedy: String
  ) -> Self {
    let failure = ProviderFailure(
      reason, executed: .maybe, operation: code == .providerTimeout ? "CreateRoom" : "MutePerson",
      vendorStatus: status, vendorCode: vendorCode)
    let error = FailureMapping.error(failure, provider: "acme-main", kind: "acme")
    let path = code == .providerTimeout ? "/v1/rooms" : roomPath + "/people/leo/mute"
    return Self(code, cases: cases, remedy: remedy, instance: path, detail: error.detail) {
      $0 = error
      if code == .providerTimeout { $0.operation = "op_01k2x8g1c2d3e4f5g6h7j8k9m0" }
    }
  }
}
