/// The service's two path families, with the name under which each kind of caller introduces itself.
enum StreamSide: Sendable {
  case server
  case client

  /// What stands before the path of an operation.
  var prefix: String { self == .server ? "/api/v2/" : "/" }
  /// The service counts requests by the platform in this name.
  var clientName: String { self == .server ? "switchboard-server" : "switchboard-swift" }
}
