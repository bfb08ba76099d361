import JSONCoding

extension VideoSDKTenant {
  /// Recordings of a whole room: no answer names one, they are found by their session afterwards.
  mutating func performOnRecordings(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startRecording:
      _ = try startInRoom(.recording, .recording, input)
      return "Recording started successfully"
    case .stopRecording:
      try stopInRoom(.recording, input)
      return "Recording ended successfully"
    case .listRecordings:
      let page = try VideoSDKPage(listed(input, where: Self.isRecording), input, options)
      return page.document { recordingDocument($0) }
    case .deleteRecording:
      egress[try recording(input).id]?.isDeleted = true
      return "Room recording deleted successfully"
    default:
      let one = try recording(input)
      guard input.asked("withTranscription") == "true" else { return recordingDocument(one) }
      return recordingDocument(one, transcript: transcripts.values.first { $0.recordingID == one.id })
    }
  }

  private static func isRecording(_ one: VideoSDKEgress) -> Bool { one.kind == .recording && one.state == .stopped }

  private func recording(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKEgress {
    try listed(id: input.path("id"), input, "Recording", where: Self.isRecording)
  }

  /// Recordings of one person or one of their tracks.
  mutating func performOnParts(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startParticipantRecording: return try startPart(input, isTrack: false)
    case .startTrackRecording: return try startPart(input, isTrack: true)
    case .stopParticipantRecording: return try stopPart(input, isTrack: false)
    case .stopTrackRecording: return try stopPart(input, isTrack: true)
    case .listParticipantRecordings: return try listParts(input, where: Self.isWhole)
    case .listTrackRecordings: return try listParts(input, where: Self.isTrack)
    case .getParticipantRecording: return partDocument(try part(input, where: Self.isWhole))
    case .getTrackRecording: return partDocument(try part(input, where: Self.isTrack))
    case .deleteParticipantRecording:
      egress[try part(input, where: Self.isWhole).id]?.isDeleted = true
      return "Participant recording deleted successfully"
    default:
      egress[try part(input, where: Self.isTrack).id]?.isDeleted = true
      return "Participant track recording deleted successfully"
    }
  }

  private static func isWhole(_ one: VideoSDKEgress) -> Bool {
    if case .participant = one.kind { one.state == .stopped } else { false }
  }

  private static func isTrack(_ one: VideoSDKEgress) -> Bool {
    if case .track = one.kind { one.state == .stopped } else { false }
  }

  private func partKind(_ input: VideoSDKInput, isTrack: Bool) throws(VideoSDKRefusal) -> VideoSDKEgress.Kind {
    let id = try input.body.required("participantId")
    guard isTrack else { return .participant(id) }
    guard let name = try input.body.oneOf("kind", VideoSDKMedia.trackKinds),
      let kind = VideoSDKMedia(trackKind: name)
    else { throw .invalid("kind", "is required") }
    return .track(id, kind)
  }

  private mutating func startPart(_ input: VideoSDKInput, isTrack: Bool) throws(VideoSDKRefusal) -> JSON {
    try VideoSDKEgressRequest(options).check(input.body, isTrack ? .track : .participant)
    let room = try liveRoom(input)
    let kind = try partKind(input, isTrack: isTrack)
    guard let id = try input.body.string("participantId"), participant(id, in: room.roomID) != nil else {
      throw .missing("Participant not found")
    }
    try checkFree(kind, in: room, at: input.now)
    begin(kind, in: room.roomID, input.body.members, at: input.now)
    return .string("\(kind.words.name) started successfully")
  }

  private mutating func stopPart(_ input: VideoSDKInput, isTrack: Bool) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields {
      try input.body.allow(["roomId", "participantId"] + (isTrack ? ["kind"] : []))
    }
    let kind = try partKind(input, isTrack: isTrack)
    let room = try liveRoom(input)
    guard !stopEgress(in: room.roomID, at: input.now, where: { $0.kind == kind }).isEmpty else {
      throw VideoSDKRefusal(400, "\(kind.words.name) is not started")
    }
    return .string("\(kind.words.name) stopped successfully")
  }

  private func listParts(
    _ input: VideoSDKInput, where condition: (VideoSDKEgress) -> Bool
  ) throws(VideoSDKRefusal) -> JSON {
    let person = input.asked("participantId")
    let found = listed(input) { condition($0) && (person ?? $0.participantID) == $0.participantID }
    return try VideoSDKPage(found, input, options).document { partDocument($0) }
  }

  private func part(
    _ input: VideoSDKInput, where condition: (VideoSDKEgress) -> Bool
  ) throws(VideoSDKRefusal) -> VideoSDKEgress {
    try listed(id: input.path("id"), input, "Participant recording", where: condition)
  }
}
