import JSONCoding

/// Recordings, broadcasts, transcriptions.
extension Call {
  /// Needs somebody in the call. `state.recordingState` tells when it runs.
  public func startRecording(_ kind: RecordingKind = .composite) async throws(StreamVideoError) {
    let before = state.change { reducer in
      let before = reducer.snapshot.recordingState
      if before == .noRecording { reducer.snapshot.recordingState = .requested }
      return before
    }
    do throws(StreamVideoError) { try await core.send(.startRecording(address, kind.rawValue)) } catch {
      state.change { if $0.snapshot.recordingState == .requested { $0.snapshot.recordingState = before } }
      throw error
    }
  }

  /// Its file comes later: `listRecordings`.
  public func stopRecording(_ kind: RecordingKind = .composite) async throws(StreamVideoError) {
    try await core.send(.stopRecording(address, kind.rawValue))
  }

  /// The files of past recordings; they come half a minute and more after the end.
  public func listRecordings() async throws(StreamVideoError) -> [CallRecording] {
    let answer = try await core.send(.listRecordings(address))
    guard let rows = answer["recordings"]?.arrayValue else {
      throw StreamVideoError(FailureClassifier.missing("/recordings", "ListRecordings"))
    }
    return rows.compactMap(CallRecording.init)
  }

  /// Broadcasts the call; where it can be watched is the answer.
  @discardableResult
  public func startHLS() async throws(StreamVideoError) -> String? {
    try await core.send(.startHLS(address))["playlist_url"]?.stringValue
  }

  /// Ends the broadcast.
  public func stopHLS() async throws(StreamVideoError) { try await core.send(.stopHLS(address)) }

  /// Writes down what is said, as a file at the end.
  public func startTranscription(language: String? = nil) async throws(StreamVideoError) {
    try await core.send(.startTranscription(address, language: language, captions: false))
  }

  /// Its file comes later, at the service.
  public func stopTranscription() async throws(StreamVideoError) {
    try await core.send(.stopTranscription(address, captions: false))
  }

  /// Tells what is said as it is said: `ClosedCaptionEvent`.
  public func startClosedCaptions(language: String? = nil) async throws(StreamVideoError) {
    try await core.send(.startCaptions(address, language: language))
  }

  /// What is said is not told any more.
  public func stopClosedCaptions() async throws(StreamVideoError) { try await core.send(.stopCaptions(address)) }
}
