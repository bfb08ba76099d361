/// Sends a room to a server of somebody else's. Refusals as with `RecordingControl`.
public protocol RTMPBroadcasting: Sendable {
  /// Whether a room can be sent to several servers at once. A vendor with one place refuses a second as a `.conflict`.
  var runsSeveral: Bool { get }

  /// `id` is our id of the broadcast. `key` is a secret: it goes to the vendor and nowhere else.
  func startRTMP(
    to url: String, key: String?, id: String, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart

  /// Ends this one alone, where the vendor can.
  func stopRTMP(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure)
}

extension RTMPBroadcasting { public var runsSeveral: Bool { true } }
