/// What a recording or transcription left, or will have left once it is ready.
struct StreamFile: Sendable {
  let egressID: String
  let kind: StreamEgress.Kind
  let name: String
  let sessionID: String
  let startedAt: Int64
  let endedAt: Int64
  /// When it will be there; nil once it is.
  var readyAt: Int64?

  var isReady: Bool { readyAt == nil }
}
