import HTTPTypes

/// One request and its answer on a connection.
struct Exchange {
  enum Phase {
    /// The request line is here, the fields are not.
    case head(target: [UInt8])
    /// The handler judges the head, and answers at once when no body follows.
    case deciding
    case admitted(BodyLimit)
    case body(BodyLimit)
    case responding
    /// `due` false: the library must first be told to go on behind the head.
    case answered(HTTPResponse, due: Bool)
    case sending
    /// The client is gone or cut: nothing more may be sent.
    case abandoned
  }

  /// Tells a late task of an earlier exchange from this one's.
  let number: UInt64
  var phase: Phase
  var head: HTTPRequestHead?
  var expectsContinue = false
  /// The whole body came.
  var isRead = false
  var body = BodyBuffer()
  /// Bytes taken out of the server's budget for bodies, given back at the end.
  var held = 0
  var task: Task<Void, Never>?
  var stream: StreamState?
  /// What the library will call when the connection leaves HTTP; kept alive for it here.
  var upgrading: UpgradeHandle?
  /// The connection has left HTTP; the task has it.
  var isUpgraded = false
}
