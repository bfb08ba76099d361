/// Where the vendor's services are.
public enum PolyEnvironment: Sendable, Hashable {
  case us
  case uk
  case euw
  /// Another of the vendor's clusters, by its name.
  case cluster(String)
  /// Hosts of somebody's own: messaging by whole URLs, voice by `signalingHost`, which is required then.
  case custom(restBaseURL: String, wsBaseURL: String)
}
