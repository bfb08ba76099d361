/// What became of a call's media.
enum PolyMediaState: String, Sendable, CaseIterable {
  case new, connected, disconnected, failed
}
