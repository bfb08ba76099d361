package import MeetingCore
package import SessionDescription

extension Gateway {
  /// The room's voice call, made with an offer of the caller's own WebRTC stack.
  package func offerCall(_ room: String, _ offer: SessionDescription, caller: Caller) async throws(GatewayError)
    -> CallAnswer
  {
    try await voice.offer(room, offer, caller)
  }

  /// `tags` are the entity tags of `If-Match`; nil where it was not sent.
  package func trickleCall(
    _ room: String, _ call: String, _ fragment: SessionFragment, tags: [String]?, caller: Caller
  ) async throws(GatewayError) {
    try await voice.trickle(room, call, fragment, tags: tags, caller)
  }

  package func hangUpCall(_ room: String, _ call: String, caller: Caller) async throws(GatewayError) {
    try await voice.hangUp(room, call, caller)
  }

  package func call(_ room: String, caller: Caller) async throws(GatewayError) -> CallView {
    try await voice.read(room, caller)
  }

  package func reportCall(_ room: String, _ report: CallReport, caller: Caller) async throws(GatewayError) {
    try await voice.report(room, report, caller)
  }

  package func updateCall(_ room: String, _ wish: CallWish, caller: Caller) async throws(GatewayError) -> Outcome {
    try await voice.wish(room, wish, caller)
  }

  package func answerCall(_ room: String, _ answer: SessionDescription, generation: Int, caller: Caller)
    async throws(GatewayError)
  {
    try await voice.answer(room, answer, generation: generation, caller)
  }
}
