import JSONCoding

extension VideoSDKTenant {
  mutating func performOnRooms(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    switch input.operation {
    case .createRoom: try createRoom(input)
    case .listRooms: try listRooms(input)
    case .validateRoom: try validateRoom(input)
    case .deactivateRoom: try deactivateRoom(input)
    case .toggleRoom: try toggleRoom(input)
    default: document(try room(input.path("room"), input), input.base, namesOwner: true)
    }
  }

  /// The room of a name, which the token must be good for.
  func room(_ name: String, _ input: VideoSDKInput) throws(VideoSDKRefusal) -> VideoSDKRoom {
    guard let room = room(named: name) else { throw .missing("Room not found") }
    try authorise(room.roomID, input)
    return room
  }

  /// A token that is pinned to a room opens no other.
  func authorise(_ roomID: String, _ input: VideoSDKInput) throws(VideoSDKRefusal) {
    guard input.claims.roomID ?? roomID == roomID else {
      throw .token(.invalidToken, "Token is not valid for this room")
    }
  }

  /// An id of the caller's that is known already means the room it was given to, as it is.
  private mutating func createRoom(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let request = try VideoSDKRoomRequest(input.body, options)
    if let custom = request.customRoomID, let existing = roomNames[custom].flatMap({ rooms[$0] }) {
      try authorise(existing.roomID, input)
      return document(existing, input.base)
    }
    var room = VideoSDKRoom(
      id: identifiers.object(), roomID: identifiers.room(), customRoomID: request.customRoomID, userID: userID,
      createdAt: input.now, updatedAt: input.now, order: nextRank())
    room.webhook = request.webhook
    room.settings = request.settings
    rooms[room.roomID] = room
    roomNames[room.id] = room.roomID
    if let custom = room.customRoomID { roomNames[custom] = room.roomID }
    return document(room, input.base)
  }

  private func listRooms(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let visible = rooms.values.filter { input.claims.roomID ?? $0.roomID == $0.roomID }
    let page = try VideoSDKPage(visible.sorted { $0.order > $1.order }, input, options)
    return page.document { document($0, input.base) }
  }

  private func validateRoom(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    let room = try room(input.path("room"), input)
    // The record's id is no name that this route knows.
    guard input.path("room") != room.id else { throw .missing("Room not found") }
    guard room.isOpen || options.validatesDisabledRooms else { throw VideoSDKRefusal(400, "Room is disabled") }
    return document(room, input.base)
  }

  private mutating func deactivateRoom(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    guard input.body["customRoomId"] == nil else { throw VideoSDKRefusal(402, "roomId is required") }
    if options.refusesUnknownFields { try input.body.allow(["roomId"]) }
    let id = try input.body.required("roomId")
    guard rooms[id] != nil else { throw .missing("Room not found") }
    try authorise(id, input)
    deactivate(id, at: input.now)
    return rooms[id].map(formerDocument) ?? .null
  }

  private mutating func toggleRoom(_ input: VideoSDKInput) throws(VideoSDKRefusal) -> JSON {
    if options.refusesUnknownFields { try input.body.allow(["status"]) }
    guard let status = try input.body.oneOf("status", ["enabled", "disabled"]) else {
      throw .invalid("status", "is required")
    }
    let id = try room(input.path("room"), input).roomID
    guard rooms[id]?.isDeactivated == false else { throw VideoSDKRefusal(402, "Room is deactivated") }
    rooms[id]?.isDisabled = status == "disabled"
    rooms[id]?.updatedAt = input.now
    return rooms[id].map { document($0, input.base) } ?? .null
  }
}
