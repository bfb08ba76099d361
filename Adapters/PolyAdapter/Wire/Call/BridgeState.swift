import MeetingCore

/// The bridge's side of a call.
struct BridgeState: Sendable {
  /// A description that waits for its candidates.
  struct Gathering: Sendable {
    let sdp: SDPText
    let route: BridgeRoute
  }

  var call: BridgeCall?
  var events: SocketKey?
  var gathering: Gathering?
  var candidates: [ICECandidate] = []
  /// The candidates of the next description are all there already: media may say so before it hands that over.
  var hasEnded = false
  /// Gatherings that are over, by their user name fragments.
  var gathered: Set<String> = []
  /// Further fetches of the agent's voice that were asked for.
  var pullsWanted = 0
  var isPulling = false
  /// Whether the agent's voice was fetched once.
  var hasPulled = false
}
