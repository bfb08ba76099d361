import HTTPTypes

/// What `admit` found out about a request, kept for when its body is here: nobody is asked twice who calls, and a request
/// counts once.
struct Handover: Sendable {
  let exchange: Exchange
  let judgement: Judgement

  /// The request's own handover; nil when the head was not judged before.
  static func of(_ request: HTTPRequest) -> Handover? { request.handover as? Handover }
}
