import HTTPTypes
import JSONCoding

/// One request of the API, before it is addressed and signed.
struct StreamRequest: Sendable {
  /// The service's name of the operation, for errors.
  let operation: String
  let method: String
  /// Segments below the prefix of a path family, not yet encoded, none empty.
  let path: [String]
  var query: [(name: String, value: String)] = []
  var body: JSON?
  /// A create may take longer.
  var isCreate = false
  /// The answer is more than a confirmation: an empty one does not do.
  var readsAnswer = false
  /// In whose name it is sent.
  var caller = Caller.server

  /// Who asks: our server, with all rights, or one person for themselves, where the service takes it from nobody else.
  enum Caller: Sendable, Hashable {
    case server
    case user(String, in: CallAddress)
    /// A user of ours who watches rooms.
    case watcher(String)
  }

  /// Which of the service's limits it counts against.
  var window: RateWindows.Key {
    switch caller {
    case .server: RateWindows.Key(operation: operation, user: nil)
    case .user(let id, _), .watcher(let id): RateWindows.Key(operation: operation, user: id)
    }
  }

  static func call(
    _ operation: String, _ method: String, _ call: CallAddress, _ rest: [String] = [], body: JSON? = nil
  ) -> Self {
    Self(operation: operation, method: method, path: ["video", "call", call.type, call.id] + rest, body: body)
  }

  /// The same request, asked for by one person in one call.
  func by(_ user: String, in call: CallAddress) -> Self {
    var request = self
    request.caller = .user(user, in: call)
    return request
  }

  /// nil when a segment is empty: no request must be built from a missing id.
  func target(apiKey: String, side: StreamSide = .server) -> String? {
    guard path.allSatisfy({ !$0.isEmpty }) else { return nil }
    let encoded = path.map { PercentEncoding.encode($0) }.joined(separator: "/")
    let parameters = [("api_key", apiKey)] + query.map { ($0.name, $0.value) }
    let text = parameters.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
    return side.prefix + encoded + "?" + text
  }
}
