package import MeetingCore

/// What the gateway did or found out about a recording, broadcast or transcription.
package enum EgressIntent: Sendable, Hashable {
  /// The vendor took the wish.
  case begun(Egress)
  /// The vendor wants somebody in the room first: it is asked again when somebody is.
  case deferred(String)
  /// What has not been started is not wanted any more.
  case withdrawn(String, by: String?)
  /// The vendor does not do it.
  case refused(String, reason: String)
  /// The vendor took the wish to stop.
  case stopping(String, by: String?)
  /// The room stopped being live: what is not kept ends.
  case stoppingAll(but: Set<EgressSort>, by: String?)
  /// To be stopped as soon as it runs: the vendor cannot stop what is only starting.
  case stopWanted(String, by: String?)
  /// The vendor knows of nothing that runs.
  case gone(String)
  /// Over, and no files come of it.
  case fileless(String)
  /// Not heard of for too long.
  case lost(String)
  /// As it was: it may be over for too long to be in the state.
  case deleted(Egress)
}
