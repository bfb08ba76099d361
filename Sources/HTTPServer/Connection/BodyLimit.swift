import HTTPTypes

/// How much of a body is kept, and what is answered when there is more.
struct BodyLimit {
  /// Beyond the limit this much is still read and thrown away, so that the client sees its answer.
  static let margin = 256 << 10

  let bytes: Int
  let tooLarge: HTTPResponse
  /// The handler's own, for when the body is here.
  let handover: (any Sendable)?

  /// Whether to answer before the body: it is announced far too large, or the client waits for our consent.
  func refusesUnread(declared: Int?, clientWaits: Bool) -> Bool {
    guard let declared, declared > bytes else { return false }
    return clientWaits || declared - bytes > Self.margin
  }
}
