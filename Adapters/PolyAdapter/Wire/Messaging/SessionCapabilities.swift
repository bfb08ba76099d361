import JSONCoding

/// What the messaging service says of itself when a session starts.
struct SessionCapabilities: Sendable, Hashable {
  /// nil = it said nothing; zero = it wants none.
  let heartbeat: Duration?

  init(_ payload: JSON) {
    let seconds = payload["capabilities"]?["heartbeat_interval_seconds"]?.numberValue
    heartbeat = seconds.flatMap { (0...86_400).contains($0) ? .milliseconds(Int64($0 * 1_000)) : nil }
  }
}
