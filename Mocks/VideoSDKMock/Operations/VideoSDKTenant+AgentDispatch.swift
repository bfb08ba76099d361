import JSONCoding

extension VideoSDKTenant {
  /// Sends an agent that was set up before into a room, which is called a meeting here. Only a text is answered.
  mutating func dispatchAgent(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["meetingId", "agentId", "versionId", "metadata"]) }
    let name = try input.body.required("meetingId")
    let agentID = try input.body.required("agentId")
    let version = try input.body.string("versionId")
    let metadata = try input.body.object("metadata")
    if options.refusesUnknownFields { try metadata?.allow(["variables"]) }
    _ = try metadata?.objects("variables")
    let room = try room(name, input)
    guard room.isOpen else { throw VideoSDKRefusal(400, "Room is disabled") }
    guard options.agentIDs?.contains(agentID) ?? true else { throw .missing("Agent not found") }
    _ = dispatch(
      agentID, version: version, metadata: metadata.map { .object($0.members) }, to: room.roomID, at: input.now)
    return ["message": "Agent dispatched successfully"]
  }
}
