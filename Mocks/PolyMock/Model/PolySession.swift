import JSONCoding

/// A messaging session: of one user, with its events.
struct PolySession: Sendable {
  struct Event: Sendable {
    let id: String
    /// nil for what passes: typing, heartbeats.
    let sequence: Int?
    let at: Int64
    let type: String
    let payload: JSONObject
    let custom: JSON
  }

  let id: String
  let bearer: PolyAccess.Bearer
  let isStreaming: Bool
  let platform: String?
  let startedAt: Int64
  var events: [Event] = []
  var lastHeard: Int64
  var isOver = false
  var hasAgent = false
  /// Its open sockets, in the order of coming.
  var lines: [String] = []
  /// The call it is linked with.
  var callSid: String?

  var nextSequence: Int { (events.last?.sequence ?? 0) + 1 }
}
