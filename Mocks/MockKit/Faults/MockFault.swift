package import HTTPTypes
package import JSONCoding

/// A way in which an answer goes wrong.
package enum MockFault: Sendable {
  /// Refused before any work; without a body the vendor's own error document.
  case httpStatus(Int, body: JSON?, fields: HTTPFields)
  /// Refused before any work with the vendor's 429.
  case rateLimit(RetryAfterForm, seconds: Int)
  /// The work is done at once, the answer comes later.
  case delay(milliseconds: Int)
  /// No work, no answer: silence until the client goes.
  case hang
  /// The work is done, the answer trickles.
  case drip(bytesPerSecond: Int)
  /// The work is done, the answer is cut in its middle: correct HTTP, broken JSON.
  case malformedJSON
  /// No work: a page as a proxy between would send it.
  case htmlError(status: Int)
  /// No work: an error document under a success status.
  case errorIn200
  /// The work is done, the answer's body is missing.
  case emptyBody
  /// The work is done, one member of the answer is null.
  case nullField(pointer: String)
  /// The work is done, one member of the answer is gone.
  case missingField(pointer: String)
  /// The work is done, one member of the answer has a value nobody knows.
  case unknownEnum(pointer: String)
  /// The work is done, the connection closes without an answer.
  case lostReply
  /// The connection is reset: on accept without any work, else while the answer to the work that was done goes out.
  case reset(ResetPoint)
  /// The work is done, the answer ends after this much of its body.
  case truncate(bytes: Int)
  /// The work is done, the answer's head promises this much more than comes before the connection closes.
  case wrongLength(bytes: Int)
  /// On a WebSocket: no work, no answer, the connection ends; without a goodbye when there is no code.
  case close(code: UInt16?)
  /// On a WebSocket: no work, and nothing is said on this connection any more, as in a dead network.
  case silence
  /// On a WebSocket: the work is done, something that is no frame of the protocol comes before the answer.
  case garbage
  /// On a WebSocket: refused before any work, in the protocol's own words.
  case refuse(code: Int, reason: String)

  package var kind: String {
    switch self {
    case .httpStatus: "http_status"
    case .rateLimit: "rate_limit"
    case .delay: "delay"
    case .hang: "hang"
    case .drip: "drip"
    case .malformedJSON: "malformed_json"
    case .htmlError: "html_error"
    case .errorIn200: "error_in_200"
    case .emptyBody: "empty_body"
    case .nullField: "null_field"
    case .missingField: "missing_field"
    case .unknownEnum: "unknown_enum"
    case .lostReply: "lost_reply"
    case .reset: "reset"
    case .truncate: "truncate"
    case .wrongLength: "wrong_length"
    case .close: "close"
    case .silence: "silence"
    case .garbage: "garbage"
    case .refuse: "refuse"
    }
  }

  /// Means nothing to a request of HTTP.
  package var isForMessages: Bool {
    switch self {
    case .close, .silence, .garbage, .refuse: true
    default: false
    }
  }

  /// Can strike a message on a WebSocket.
  package var strikesMessages: Bool {
    switch self {
    case .delay, .hang, .lostReply, .malformedJSON, .nullField, .missingField, .unknownEnum: true
    default: isForMessages
    }
  }
}
