import MeetingCore

/// One method of one path: who may use it, what it reads, what it does, and what the API document says of it.
struct Route: Sendable {
  /// Checks everything about the request that needs no look-up; what it returns then does the work. Between the two an
  /// idempotency key is claimed, so that a request refused for its form leaves no trace.
  typealias Preparing = @Sendable (Call) throws(GatewayError) -> Work
  typealias Work = @Sendable () async throws(GatewayError) -> Answer
  typealias Opening = @Sendable (OpenCall) async throws(GatewayError) -> Answer
  typealias Upgrading = @Sendable (SocketCall) async throws(GatewayError) -> Answer

  enum Action: Sendable {
    /// Needs no credential.
    case open(Opening)
    case authenticated(Access, Preparing)
    /// Leaves HTTP. Who calls may be known by the handshake already, or says so on the socket.
    case socket(Access, Upgrading)
  }

  let method: RouteMethod
  let template: PathTemplate
  let body: BodyRule
  let query: [QueryParameter]
  let document: RouteDocument
  let action: Action
  /// False where a browser has no business, e.g. where vendors post to.
  let isForBrowsers: Bool
  /// What a request counts against before anybody is known.
  let toll: RouteToll

  init(
    _ method: RouteMethod, _ path: String, body: BodyRule = .ignored, query: [QueryParameter] = [],
    isForBrowsers: Bool = true, toll: RouteToll = .request, document: RouteDocument, action: Action
  ) {
    self.method = method
    self.template = PathTemplate(path)
    self.body = body
    self.query = query
    self.isForBrowsers = isForBrowsers
    self.toll = toll
    self.document = document
    self.action = action
  }

  /// For the log and the metrics: never holds an id.
  var name: String { method.rawValue + " " + template.text }

  var access: Access? {
    switch action {
    case .open: nil
    case .authenticated(let access, _), .socket(let access, _): access
    }
  }

  var isSocket: Bool { if case .socket = action { true } else { false } }

  /// Whether an `Idempotency-Key` counts.
  var isKeyed: Bool { method == .post && body != .raw && body.mediaType == nil }
}
