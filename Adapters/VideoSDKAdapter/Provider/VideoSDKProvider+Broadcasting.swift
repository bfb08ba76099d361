import JSONCoding
public import MeetingCore

extension VideoSDKProvider: HLSBroadcasting, RTMPBroadcasting, Transcribing {
  /// The service knows the address at once; it can be watched some seconds later.
  public func startHLS(in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> EgressStart {
    let request = VideoSDKRequest.startHLS(try await roomID(room, context), config: Composition.config(room.kind))
    let answer = try await sender.send(request, context)
    guard let id = FileName.text(answer["id"] ?? answer["_id"]) else {
      throw FailureClassifier.missing("/id", request.operation)
    }
    return EgressStart(vendorID: id, playbackURL: FileName.text(answer["playbackHlsUrl"]))
  }

  public func stopHLS(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try await sender.send(.stopHLS(try await roomID(room, context)), context)
  }

  /// A room has one set of destinations, without an id.
  public var runsSeveral: Bool { false }

  /// The service wants the key apart: where it is part of the address, it is the last
  /// part.
  public func startRTMP(
    to url: String, key: String?, id: String, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    guard let output = BroadcastOutput(url: url, key: key) else {
      throw ProviderFailure(.invalid, executed: .no, operation: "livestreams.start")
    }
    try await sender.send(
      .startRTMP(try await roomID(room, context), output, config: Composition.config(room.kind)), context)
    return EgressStart()
  }

  /// Ends the whole set: it has one.
  public func stopRTMP(_ egress: Egress, in room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) {
    try await sender.send(.stopRTMP(try await roomID(room, context)), context)
  }

  /// The REST API takes no language; over the seat it is the service's to judge.
  public var languages: Set<String>? { hasSeat ? nil : [] }
  /// What is said is told as captions; transcripts are made of recordings alone.
  public var leavesTranscripts: Bool { false }

  public func startTranscription(
    language: String?, captions: Bool, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure) -> EgressStart {
    if let language {
      let seat = try await taken(room, for: "startTranscription", context)
      try await ask(seat, .start(.transcription, config: ["config": ["language": .string(language)]]), context)
      // Its id is told when it runs.
      return EgressStart()
    }
    let request = VideoSDKRequest.startTranscription(try await roomID(room, context))
    let answer = try await sender.send(request, context)
    guard let id = FileName.text(answer["id"] ?? answer["_id"]) else {
      throw FailureClassifier.missing("/id", request.operation)
    }
    return EgressStart(vendorID: id)
  }

  public func stopTranscription(_ egress: Egress, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure)
  {
    try await sender.send(.stopTranscription(try await roomID(room, context)), context)
  }
}
