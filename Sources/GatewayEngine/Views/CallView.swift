package import MeetingCore

/// A room's call, or that there has been none.
package struct CallView: Sendable {
  package let room: String
  /// nil: nobody has called yet.
  package let call: VoiceCall?
  package let caller: Person?
  /// What the vendor offers, for the caller's side to answer; only for whoever may answer.
  package let offer: (generation: Int, sdp: SessionText)?
}
