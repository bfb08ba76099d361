import JSONCoding
import MeetingCore

/// The OpenAPI 3.1 document, made from the very table that requests are routed by.
struct APIDocument: Sendable {
  let bytes: [UInt8]

  init(routes: [Route], _ providers: [ProviderDescription], _ options: FacadeOptions) {
    var document = JSONObject()
    document["openapi"] = "3.1.0"
    document["info"] = Self.info
    document["servers"] = .array([["url": .string(options.publicURL ?? "/")]])
    document["paths"] = Self.paths(routes)
    document["components"] = [
      "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
      "parameters": Self.parameters,
      "headers": Self.headers,
      "responses": Self.problems,
      "schemas": Components.schemas(providers),
    ]
    bytes = JSON.object(document).bytes()
  }

  private static let info: JSON = [
    "title": "Switchboard",
    "version": "1",
    "summary": "Live rooms and voice calls at any provider, through one API.",
    "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
  ]

  private static func paths(_ routes: [Route]) -> JSON {
    var paths = JSONObject()
    for route in routes {
      var item = paths[route.template.text]?.objectValue ?? JSONObject()
      item[route.method.rawValue.lowercased()] = route.operation
      paths[route.template.text] = .object(item)
    }
    return .object(paths)
  }

  private static let headers: JSON = [
    "RequestId": ["description": "What this request is called.", "schema": Schema.string],
    "RateLimit": [
      "description":
        "What is left of the limit that the request was counted by, e.g. `\"key\";r=49;t=1`: 49 more at once, and one more than that in 1 s.",
      "schema": Schema.string,
    ],
    "RateLimitPolicy": [
      "description":
        "That limit, e.g. `\"key\";q=6000;w=60`: 6000 at once, and all of them back 60 s after the last. Streams: how many may be open, e.g. `\"key_streams\";q=1000;qu=\"concurrent-requests\"`.",
      "schema": Schema.string,
    ],
    "RetryAfter": ["description": "Seconds to wait, rounded up.", "schema": Schema.count],
  ]

  /// Every answer may have these, but for those of a route that is free.
  static let rateLimitHeaders: KeyValuePairs<String, JSON> = [
    "RateLimit": ["$ref": "#/components/headers/RateLimit"],
    "RateLimit-Policy": ["$ref": "#/components/headers/RateLimitPolicy"],
  ]

  private static let parameters: JSON = [
    "IdempotencyKey": [
      "name": "Idempotency-Key", "in": "header",
      "description": """
      The same key and body again, to the same path within 24 hours, get the same answer, and nothing is done twice. \
      Whose key it is counts: a repeat must come with the same API key (with another one, e.g. after a rotation, it \
      is a new request) and the same `On-Behalf-Of`, or with a client token of the same person in the same room. \
      The answer is the stored one, also where a ban or another change came in between.
      """,
      "schema": [
        "type": "string", "minLength": 1, "maxLength": .integer(Int64(IdempotencyKey.maximumLength)),
        "pattern": "^[!-~]([ -~]*[!-~])?$",
      ],
    ],
    "OnBehalfOf": [
      "name": "On-Behalf-Of", "in": "header",
      "description": "With a key: the person who acts, and whose role is enforced.", "schema": Schema.externalID,
    ],
    "IfMatch": [
      "name": "If-Match", "in": "header",
      "description": "The `ETag` of the answer that the call began with, or `*`. Without it the answer is 428.",
      "schema": ["type": "string"],
    ],
    "LastEventID": [
      "name": "Last-Event-ID", "in": "header", "description": "The last `id` seen; outranks `after`. Empty is none.",
      "schema": ["type": "string", "pattern": "^[0-9]{0,18}$"],
    ],
  ]

  /// One response per status, listing the codes that come with it.
  private static var problems: JSON {
    var responses = JSONObject()
    for status in Problems.statuses {
      let codes = Problems.codes(withStatus: status).map { "`\($0.rawValue)`" }.joined(separator: ", ")
      responses["Problem\(status)"] = [
        "description": .string(codes),
        "headers": headers(of: status),
        "content": ["application/problem+json": ["schema": Schema.reference("Problem")]],
      ]
    }
    return .object(responses)
  }

  private static func headers(of status: Int) -> JSON {
    var headers = JSONObject()
    headers["X-Request-Id"] = ["$ref": "#/components/headers/RequestId"]
    if status == 401 { headers["WWW-Authenticate"] = ["schema": Schema.string] }
    if status == 405 { headers["Allow"] = ["schema": Schema.string] }
    if [429, 503].contains(status) { headers["Retry-After"] = ["$ref": "#/components/headers/RetryAfter"] }
    for (name, header) in rateLimitHeaders { headers[name] = header }
    return .object(headers)
  }
}
