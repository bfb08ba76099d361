import HTTPTypes
import JSONCoding
import MeetingCore

/// One request of the REST API, before it is addressed and signed.
struct VideoSDKRequest: Sendable {
  /// What a good answer holds.
  enum Answer: Sendable, Hashable {
    /// An object with what was asked for.
    case document
    /// A confirmation in words: a JSON string, an object or plain text.
    case message
  }

  /// The operation in the words of the service's own server library, for errors.
  let operation: String
  let method: String
  /// Segments below the host, not yet encoded, none empty.
  let path: [String]
  var query: [(name: String, value: String)] = []
  var body: JSON?
  var answer = Answer.document
  /// A create may take longer.
  var isCreate = false
  /// The page has the list's address with a slash at its end.
  var endsWithSlash = false
  /// Answered to everybody: it needs no token.
  var isOpen = false
  /// What is not there when the service says that something is not.
  var missing = ProviderFailure.Reason.notFound

  /// nil when a segment is empty: no request must be built from a missing id.
  var target: String? {
    guard path.allSatisfy({ !$0.isEmpty }) else { return nil }
    let encoded = path.map { "/" + PercentEncoding.encode($0) }.joined() + (endsWithSlash ? "/" : "")
    guard !query.isEmpty else { return encoded }
    return encoded + "?" + query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
  }
}
