import JSONCoding

/// What starting and stopping have in common.
extension VideoSDKTenant {
  /// The room of a request whose session runs.
  func liveRoom(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKRoom {
    let room = try room(try input.body.required("roomId"), input)
    _ = try running(in: room)
    return room
  }

  /// Starts something of the whole room that the body names.
  mutating func startInRoom(
    _ kind: VideoSDKEgress.Kind, _ shape: VideoSDKEgressRequest.Kind, _ input: VideoSDKInput
  ) throws(VideoSDKRefusal) -> VideoSDKEgress {
    try VideoSDKEgressRequest(options).check(input.body, shape)
    let room = try liveRoom(input)
    try checkFree(kind, in: room, at: input.now)
    return begin(kind, in: room.roomID, input.body.members, at: input.now)
  }

  /// Starts something of a whole room, as somebody inside asks for it, whose request names no room: unless one runs, is
  /// still worked on, or is one too many.
  mutating func start(
    _ kind: VideoSDKEgress.Kind, _ shape: VideoSDKEgressRequest.Kind, in roomID: String, _ body: VideoSDKBody,
    at now: Int64
  ) throws(VideoSDKRefusal) -> VideoSDKEgress {
    try VideoSDKEgressRequest(options).check(body, shape, needsRoom: false)
    guard let room = rooms[roomID] else { throw .missing("Room not found") }
    _ = try running(in: room)
    try checkFree(kind, in: room, at: now)
    return begin(kind, in: roomID, body.members, at: now)
  }

  func checkFree(_ kind: VideoSDKEgress.Kind, in room: VideoSDKRoom, at now: Int64) throws(VideoSDKRefusal) {
    let words = kind.words
    if !room.settings.allowsSeveral(words.composition) {
      guard active(in: room.roomID, where: { $0.kind == kind }).isEmpty else {
        throw VideoSDKRefusal(400, "\(words.name) is already started", code: words.code)
      }
      guard !isProcessing(kind, in: room.roomID, at: now) else {
        throw VideoSDKRefusal(400, "Previous \(words.name) is still processing", code: words.code)
      }
    }
    try checkCombination(kind, in: room)
    let count = running.count { egress[$0]?.kind == kind }
    if let most = quota(kind), count >= most {
      throw VideoSDKRefusal(400, "The most of \(words.name) are running", code: words.quotaCode)
    }
  }

  /// A recording and HLS beside each other.
  private func checkCombination(_ kind: VideoSDKEgress.Kind, in room: VideoSDKRoom) throws(VideoSDKRefusal) {
    guard options.recordingAndHLSNeedMultiComposition, [.recording, .hls].contains(kind),
      !(room.settings.allowsSeveral("recording") && room.settings.allowsSeveral("hls"))
    else { return }
    let other: VideoSDKEgress.Kind = kind == .hls ? .recording : .hls
    guard active(in: room.roomID, where: { $0.kind == other }).isEmpty else {
      throw VideoSDKRefusal(
        400, "\(other.words.name) is already started", code: kind == .hls ? .startHLS : .startRecording)
    }
  }

  private func quota(_ kind: VideoSDKEgress.Kind) -> Int? {
    switch kind {
    case .recording: options.quotas.recordings
    case .hls: options.quotas.hls
    case .livestream: options.quotas.livestreams
    case .participant, .track, .composite, .transcription: nil
    }
  }

  /// Stops everything of a kind in a room; an error when nothing of it runs.
  @discardableResult
  mutating func stopInRoom(
    _ kind: VideoSDKEgress.Kind, _ input: VideoSDKInput
  ) throws(VideoSDKRefusal) -> [VideoSDKEgress] {
    if options.refusesUnknownFields { try input.body.allow(["roomId"]) }
    return try stop(kind, in: try liveRoom(input).roomID, at: input.now)
  }

  /// The same, as somebody inside asks for it.
  @discardableResult
  mutating func stop(
    _ kind: VideoSDKEgress.Kind, in roomID: String, at now: Int64
  ) throws(VideoSDKRefusal) -> [VideoSDKEgress] {
    let stopped = stopEgress(in: roomID, at: now) { $0.kind == kind }
    guard !stopped.isEmpty else { throw VideoSDKRefusal(400, "\(kind.words.name) is not started") }
    return stopped
  }

  /// What is listed of a kind: newest first, by room and session where the query names them.
  func listed(
    _ input: VideoSDKInput, where condition: (VideoSDKEgress) -> Bool
  ) -> [VideoSDKEgress] {
    egress.values.filter { one in
      condition(one) && !one.isDeleted && isSeen(one.roomID, one.sessionID, input)
    }.sorted { $0.order > $1.order }
  }

  /// Whether a row is of the room and session that the token and the query mean.
  func isSeen(_ roomID: String, _ sessionID: String, _ input: VideoSDKInput) -> Bool {
    (input.claims.roomID ?? roomID) == roomID && (input.asked("roomId") ?? roomID) == roomID
      && (input.asked("sessionId") ?? sessionID) == sessionID
  }

  /// One of them, by its id.
  func listed(
    id: String, _ input: VideoSDKInput, _ name: String, where condition: (VideoSDKEgress) -> Bool
  ) throws(VideoSDKRefusal) -> VideoSDKEgress {
    guard let one = egress[id], condition(one), !one.isDeleted else { throw .missing("\(name) not found") }
    try authorise(one.roomID, input)
    return one
  }
}

extension VideoSDKEgress.Kind {
  /// How refusals name it, and their numbers; `composition` is its switch for several at once.
  var words: (name: String, composition: String, code: VideoSDKCode, quotaCode: VideoSDKCode) {
    switch self {
    case .recording, .composite: ("Recording", "recording", .recordingProcessing, .mostRecordings)
    case .participant: ("Participant recording", "", .recordingProcessing, .mostRecordings)
    case .track: ("Track recording", "", .recordingProcessing, .mostRecordings)
    case .hls: ("HLS", "hls", .hlsProcessing, .mostHLS)
    case .livestream: ("Livestream", "rtmp", .livestreamProcessing, .startLivestream)
    case .transcription: ("Transcription", "", .startTranscription, .startTranscription)
    }
  }
}
