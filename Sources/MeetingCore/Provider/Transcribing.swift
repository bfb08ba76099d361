/// Writes down what is said, with captions on top where asked for. Refusals as with `RecordingControl`.
public protocol Transcribing: Sendable {
  /// Codes a caller may give; nil = whatever the vendor makes of it.
  var languages: Set<String>? { get }

  /// Whether files come of it.
  var leavesTranscripts: Bool { get }

  /// `language` nil = as the room is set.
  func startTranscription(
    language: String?, captions: Bool, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart

  /// Captions that came along end with it.
  func stopTranscription(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
}

extension Transcribing { public var leavesTranscripts: Bool { true } }
