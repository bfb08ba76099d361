import JSONCoding

/// Three rooms with people in: one in which much will happen, one that will end, and one in which nothing does.
struct MissedRooms {
  let stage: String
  let over: String
  let quiet: String
  /// Ana's and Cy's devices on the stage.
  let ana: String
  let cy: String
  private let bench: WatchBench

  init(_ bench: WatchBench) async throws {
    self.bench = bench
    (stage, over) = (try await bench.room("audio_room"), try await bench.room("audio_room"))
    quiet = try await bench.room("audio_room")
    for room in [over, quiet] { try await bench.send("POST", "/v1/rooms/\(room)/go-live") }
    for person in ["ana", "bo", "cy"] {
      try await bench.send(
        "POST", "/v1/rooms/\(stage)/members",
        ["members": [["person": ["external_id": .string(person)], "role": "speaker"]]])
    }
    ana = try await Self.comes("ana", stage, bench)
    cy = try await Self.comes("cy", stage, bench)
    _ = try await Self.comes("dan", over, bench)
    _ = try await Self.comes("gus", quiet, bench)
  }

  /// Whoever may not come yet is put there: the vendor's door is not what this is about.
  private static func comes(_ person: String, _ room: String, _ bench: WatchBench) async throws -> String {
    let device = try await bench.control(
      "POST", "rooms/audio_room:\(room)/participants", ["user_id": .string(person), "audio": true])
    return device["session_id"]?.stringValue ?? ""
  }

  /// Somebody comes to the stage.
  func comes(_ person: String) async throws -> String { try await Self.comes(person, stage, bench) }

  /// Everybody is known, and their rooms have been read.
  var isSettled: Bool {
    get async throws {
      for (room, count) in [(stage, 2), (over, 1), (quiet, 1)] {
        let types = try await bench.types(room)
        guard types.count(where: { $0 == "participant.joined" }) == count,
          types.count(where: { $0 == "participant.updated" }) >= count
        else { return false }
      }
      return await bench.isQuiet
    }
  }

  /// How many events each room has.
  func counts() async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for room in [stage, over, quiet] { counts[room] = try await bench.events(room).count }
    return counts
  }

  /// All of it at the vendor, by others than us.
  func muchHappens() async throws {
    let call = "/video/call/audio_room/\(stage)"
    try await bench.vendor("/users", ["users": ["eva": ["id": "eva"]]])
    _ = try await comes("bo")
    try await bench.vendor("\(call)/go_live")
    try await bench.vendor("\(call)/recordings/composite/start")
    try await bench.control("DELETE", "rooms/audio_room:\(stage)/participants/\(ana)")
    try await bench.control("PATCH", "rooms/audio_room:\(stage)/participants/\(cy)", ["audio": false])
    try await bench.vendor("\(call)/user_permissions", ["user_id": "bo", "grant_permissions": ["send-audio"]])
    try await bench.vendor("\(call)/block", ["user_id": "eva"])
    try await bench.vendor("/video/call/audio_room/\(over)/mark_ended")
  }
}
