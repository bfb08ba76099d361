import JSONCoding
import MockKit

/// Several people in one recording, while it is made or afterwards.
extension VideoSDKTenant {
  mutating func performOnComposites(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .startCompositeRecording: try startComposite(input)
    case .stopCompositeRecording: try stopComposite(input)
    case .mergeRecordings: try merge(input)
    case .listMerges: try listMerges(input)
    default: document(try merge(id: input.path("id"), input))
    }
  }

  private mutating func startComposite(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    try VideoSDKEgressRequest(options).check(input.body, .composite)
    let room = try liveRoom(input)
    for person in try input.body.objects("participants") ?? [] {
      guard participant(try person.required("participantId"), in: room.roomID) != nil else {
        throw .missing("Participant not found")
      }
    }
    let one = begin(.composite, in: room.roomID, input.body.members, at: input.now)
    return ["recordingId": .string(one.id), "roomId": .string(one.roomID), "sessionId": .string(one.sessionID)]
  }

  private mutating func stopComposite(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["roomId", "recordingId"]) }
    let id = try input.body.required("recordingId")
    let room = try liveRoom(input)
    guard !stopEgress(in: room.roomID, at: input.now, where: { $0.kind == .composite && $0.id == id }).isEmpty else {
      throw VideoSDKRefusal(400, "Composite recording is not started")
    }
    return "Composite recording stopped successfully"
  }

  /// Both channels must have been recorded in that session.
  private mutating func merge(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["roomId", "sessionId", "channel1", "channel2"]) }
    let room = try room(try input.body.required("roomId"), input)
    let sessionID = try input.body.required("sessionId")
    guard sessions[sessionID]?.roomID == room.roomID else { throw .missing("Session not found") }
    for channel in ["channel1", "channel2"] {
      let people = try input.body.objects(channel) ?? []
      guard !people.isEmpty else { throw .invalid(channel, "is required") }
      for person in people { try checkRecorded(try person.required("participantId"), in: sessionID) }
    }
    let merge = VideoSDKMerge(
      id: identifiers.object(), roomID: room.roomID, sessionID: sessionID, startedAt: input.now, order: nextRank())
    merges[merge.id] = merge
    agenda.add(.merged(id: merge.id), at: input.now + seconds(options.mergeTakesSeconds))
    return document(merge)
  }

  private func checkRecorded(_ participantID: String, in sessionID: String) throws(VideoSDKRefusal) {
    let isRecorded = egress.values.contains {
      $0.sessionID == sessionID && $0.participantID == participantID && $0.state == .stopped
    }
    guard isRecorded else { throw VideoSDKRefusal(400, "there is no recording of participant \(participantID)") }
  }

  private func merge(id: String, _ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKMerge {
    guard let merge = merges[id] else { throw .missing("Merge not found") }
    try authorise(merge.roomID, input)
    return merge
  }

  /// The rows are under `recordings` here.
  private func listMerges(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let found = merges.values.filter { isSeen($0.roomID, $0.sessionID, input) }.sorted { $0.order > $1.order }
    return try VideoSDKPage(found, input, options).document("recordings") { document($0) }
  }
}
