import JSONCoding
public import MeetingCore

extension StreamProvider: HLSBroadcasting, RTMPBroadcasting, Transcribing {
  public func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart {
    let answer = try await api.send(.startHLS(try address(room, "StartHLSBroadcasting")), context)
    return EgressStart(playbackURL: answer["playlist_url"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 })
  }

  public func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try await api.send(.stopHLS(try address(room, "StopHLSBroadcasting")), context)
  }

  /// Our id is the name, which the service wants to be unique.
  public func startRTMP(
    to url: String, key: String?, id: String, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    try await api.send(.startRTMP(try address(room, "StartRTMPBroadcasts"), name: id, url: url, key: key), context)
    return EgressStart(vendorID: id)
  }

  public func stopRTMP(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    let name = egress.vendorID ?? egress.id
    try await api.send(.stopRTMP(try address(room, "StopRTMPBroadcast"), name: name), context)
  }

  public var languages: Set<String>? { TranscriptionLanguages.all }

  public func startTranscription(
    language: String?, captions: Bool, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    let address = try address(room, "StartTranscription")
    try await api.send(.startTranscription(address, language: language, captions: captions), context)
    return EgressStart()
  }

  public func stopTranscription(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    var captions = false
    if case .transcription(_, let wanted) = egress.plan { captions = wanted }
    try await api.send(.stopTranscription(try address(room, "StopTranscription"), captions: captions), context)
  }
}
