import HTTPTypes

/// The fields that let pages of a listed origin use the API.
enum CrossOrigin {
  static let allowedFields =
    "Authorization, Content-Type, If-Match, Idempotency-Key, Last-Event-ID, On-Behalf-Of"
  static let exposedFields =
    "Location, ETag, Link, Retry-After, X-Request-Id, Idempotent-Replayed, RateLimit, RateLimit-Policy, WWW-Authenticate"
  /// How long a browser may remember a preflight.
  private static let maximumAgeSeconds = 600

  /// Whether an OPTIONS is a browser's question and not a person's.
  static func isPreflight(_ fields: HTTPFields) -> Bool {
    fields["Origin"] != nil && fields["Access-Control-Request-Method"] != nil
  }

  /// The answer to an OPTIONS. A preflight carries no credential, so any tenant's list will do; an origin on none gets no
  /// permission, which is all a browser needs to know.
  static func preflight(_ fields: HTTPFields, allowed: [String], origins: [String]) -> Answer {
    var answer = Answer(status: 204)
    answer.fields["Allow"] = allowed.joined(separator: ", ")
    guard isPreflight(fields) else { return answer }
    answer.vary(by: "Access-Control-Request-Method")
    answer.vary(by: "Access-Control-Request-Headers")
    guard let origin = fields["Origin"], Origin.isListed(origin, in: origins) else { return answer }
    answer.fields["Access-Control-Allow-Methods"] = allowed.joined(separator: ", ")
    answer.fields["Access-Control-Allow-Headers"] = allowedFields
    answer.fields["Access-Control-Max-Age"] = String(maximumAgeSeconds)
    return answer
  }

  /// Lets the page read the answer if its origin is on the list.
  static func permit(_ fields: HTTPFields, origins: [String], in answer: inout Answer) {
    answer.vary(by: "Origin")
    guard let origin = fields["Origin"], Origin.isListed(origin, in: origins) else { return }
    answer.fields["Access-Control-Allow-Origin"] = origin
    answer.fields["Access-Control-Expose-Headers"] = exposedFields
  }
}
