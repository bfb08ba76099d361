import GatewayEngine
import JSONCoding
import MeetingCore

extension ProblemGuide {
  /// What is wrong with the request itself, or with who sends it.
  static func request(_ code: ErrorCode) -> Self? {
    form(code) ?? access(code) ?? head(code) ?? repeated(code)
  }

  private static func form(_ code: ErrorCode) -> Self? {
    switch code {
    case .invalidRequest:
      Self(
        code,
        cases: [
          "A field of the body is missing, unknown, of the wrong type or out of its range.",
          "A query parameter is unknown, given twice or out of its range.",
          "A cursor or position was not given by this list or this room's log.",
          "`Idempotency-Key`, `On-Behalf-Of` or `Last-Event-ID` does not have the form it must have.",
          "`provider` names no configured account.",
          "A session description or its fragment is not what a call needs: `pointer` is `sdp:` and the field.",
        ],
        remedy: """
          Read `errors`: it lists everything that is wrong at once. `pointer` is a JSON Pointer into the body, `?name` \
          for a query parameter, `header:Name` for a field of the head. Change the request.
          """,
        instance: "/v1/rooms", detail: "the body is not valid"
      ) {
        $0.issues = [
          FieldIssue(pointer: "/kind", code: "required", message: "must be given"),
          FieldIssue(pointer: "/colour", code: "unknown", message: "is no field of this object"),
        ]
      }
    case .invalidJSON:
      Self(
        code,
        cases: [
          "The body is cut off, or something follows the document.",
          "It starts with a byte order mark, is not UTF-8, or has half a surrogate pair.",
          "A text has the character `\\u0000`.",
          "An object has the same key twice.",
          "It is nested deeper than \(JSON.strictDepth) levels.",
          "A whole number does not fit 64 bits with a sign, or another is beyond 1.8e308.",
        ],
        remedy: "Use a JSON library to write the body. `detail` says what is wrong, with line and column.",
        instance: "/v1/rooms", detail: "the body ends too early (line 1, column 21)")
    case .payloadTooLarge:
      Self(
        code, cases: ["The body has more bytes than `limits.maximum_body_bytes` (1 MiB unless configured)."],
        remedy: """
          Send less. When the declared length is far over the limit, the connection may be closed before the answer \
          has been read.
          """,
        instance: "/v1/rooms", detail: "the body may have at most 1048576 bytes")
    case .unsupportedMediaType:
      Self(
        code,
        cases: [
          "A body without `Content-Type: application/json`, or with another charset than UTF-8.",
          "A body with `Content-Encoding`; a vendor's delivery with a coding that the vendor does not use.",
        ],
        remedy: "Send `Content-Type: application/json` and the body as it is. `curl -d` alone sends a form type.",
        instance: "/v1/rooms", detail: "the body must be application/json in UTF-8")
    default: nil
    }
  }

  private static func access(_ code: ErrorCode) -> Self? {
    switch code {
    case .unauthenticated:
      Self(
        code,
        cases: [
          "There is no `Authorization` field, or more than one, or it is not `Bearer` and one credential.",
          "The key is unknown or was revoked.",
          "The client token has expired, or the key that made it was revoked, or `secrets.token_key` was changed.",
          "A vendor's delivery is not signed as it must be. Whatever is wrong with it, the answer is the same.",
        ],
        remedy: """
          Make a key with `switchboard keys create`, or ask your backend for a new client token. For deliveries: \
          compare the account's credentials in the configuration with the vendor's; the log says what was wrong.
          """,
        instance: "/v1/rooms", detail: "the credential is missing, unknown, revoked or over")
    case .forbidden:
      Self(
        code,
        cases: [
          "The key lacks the scope that the route needs.",
          "A client token is used for another room, for another person, or on a route that is not for it.",
          "The person in `On-Behalf-Of`, or of the client token, is no host or co-host, and the route is theirs.",
          "A co-host acts against a host.",
        ],
        remedy: "Use a key with the scope, or act for somebody who may. `detail` says which it is.",
        instance: roomPath + "/go-live", detail: "the role listener may not do this")
    case .notFound:
      Self(
        code,
        cases: [
          "There is no such room, participant, ban, key, operation or provider.",
          "It belongs to another tenant: that is not told apart.",
        ],
        remedy: "Check the id and whose key is used. Rooms are addressed by `room_…`, never by the vendor's id.",
        instance: roomPath, detail: "there is no such room")
    default: nil
    }
  }

  private static func head(_ code: ErrorCode) -> Self? {
    switch code {
    case .noSuchRoute:
      Self(
        code, cases: ["A path is misspelt, ends with a slash, or lacks `/v1`."],
        remedy: "Compare with `/openapi.json`, which lists every route.",
        instance: "/v1/rooms/", detail: "no route has this path")
    case .methodNotAllowed:
      Self(
        code, cases: ["The path is right and the method is not, e.g. `PUT` for a room."],
        remedy: "Use one of the methods in the `Allow` field of the answer.",
        instance: roomPath, detail: "the path answers to GET, HEAD, PATCH, OPTIONS"
      ) { $0.allow = ["GET", "HEAD", "PATCH", "OPTIONS"] }
    case .notAcceptable:
      Self(
        code, cases: ["Events are asked for in a form that is neither JSON nor a stream."],
        remedy: "Send `Accept: application/json` or `Accept: text/event-stream`, or no `Accept` at all.",
        instance: roomPath + "/events", detail: "events come as application/json or text/event-stream")
    case .rateLimited:
      Self(
        code,
        cases: [
          "The key, the client token's person or the address has used up its requests; `RateLimit-Policy` names the limit.",
          "As many event streams are open as the key, the person or the address may have.",
        ],
        remedy: """
          Wait as `Retry-After` says, and spread the requests: `RateLimit` tells in every answer how many are left. \
          Follow events instead of asking again and again, and close streams that nobody reads.
          """,
        instance: "/v1/rooms", detail: "the key's requests are used up; wait 1 s"
      ) { $0.retryAfterSeconds = 1 }
    case .internalError:
      Self(
        code, cases: ["A fault in the gateway."],
        remedy: """
          Give the `request_id` to whoever runs the gateway: its log has the rest. Before you repeat a POST, read what \
          it was to change.
          """,
        instance: "/v1/rooms", detail: "")
    default: nil
    }
  }

  private static func repeated(_ code: ErrorCode) -> Self? {
    switch code {
    case .idempotencyMismatch:
      Self(
        code, cases: ["The same key was sent within 24 hours to the same path, by the same caller, with another body."],
        remedy: "Take a new key for each thing to be done, and keep it for the repeats of that one thing.",
        instance: "/v1/rooms", detail: "this Idempotency-Key was used with another request")
    case .idempotencyInProgress:
      Self(
        code, cases: ["The first request with this key is still running after two seconds of waiting."],
        remedy: "Ask again with the same key; the answer will be that of the first request.",
        instance: "/v1/rooms", detail: "the first request with this Idempotency-Key is still running"
      ) { $0.retryAfterSeconds = 1 }
    case .idempotencyOutcomeUnknown:
      Self(
        code,
        cases: [
          "The gateway died while it made an API key, and the key's secret can be given out only once.",
          "A message or a reaction was sent, and the provider's answer was lost or the gateway died: it may have arrived.",
          "The gateway died while it started an agent.",
        ],
        remedy: """
          Look what is there: `GET /v1/keys`, the room's events, the room's agents. Revoke keys that nobody holds, and send what \
          is missing as a new request with a new key.
          """,
        instance: "/v1/keys", detail: "whether the first request with this key did its work is not known")
    default: nil
    }
  }
}
