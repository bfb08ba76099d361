import HTTPTypes
import JSONCoding
import ProgramTesting

/// Lives through one room after the other until the storm is over; all that was acknowledged is in its lives.
struct StormWorker: Sendable {
  let number: Int
  let caller: StormCaller
  let vendor: Caller
  let random: SeededRandom
  let calm: Calm

  struct Result: Sendable {
    var lives: [RoomLife] = []
    /// Titles of creates that were sent and given up without an answer.
    var abandoned: [String] = []
    var problems: [String] = []
  }

  func run(until isOver: @Sendable () -> Bool, created: @Sendable (RoomLife) -> Void) async -> Result {
    var result = Result()
    var count = 0
    while !isOver() {
      count += 1
      let title = "storm-\(number)-\(count)"
      do {
        guard let life = try await create(title, count) else {
          result.abandoned.append(title)
          continue
        }
        created(life)
        result.lives.append(life)
        try await live(&result.lives[result.lives.count - 1], until: isOver)
      } catch { result.problems.append("\(title): \(error)") }
    }
    return result
  }

  // MARK: The create

  /// nil when the worker gives up, as a caller that dies would.
  private func create(_ title: String, _ count: Int) async throws -> RoomLife? {
    let isKeyed = (number + count).isMultiple(of: 2)
    var body = JSONObject()
    body["kind"] = "audio_room"
    body["title"] = .string(title)
    body["host"] = ["external_id": "nadia"]
    if !isKeyed { body["external_id"] = .string(title) }
    if random.happens(percent: 3) {
      caller.counts.note { $0.abandoned += 1 }
      let reply = await caller.once(caller.api, "POST", "/v1/rooms", .object(body))
      return try reply.flatMap { $0.status < 300 ? try life(title, $0) : nil }
    }
    return try life(title, try await caller.send("POST", "/v1/rooms", .object(body), key: isKeyed ? title : nil))
  }

  private func life(_ title: String, _ reply: Reply) throws -> RoomLife {
    guard [200, 201].contains(reply.status) else { throw Failure("create: \(reply.summary) \(reply.text.prefix(300))") }
    caller.counts.note { $0.created += 1 }
    return RoomLife(title: title, created: reply.json, id: try reply.string("id"))
  }

  // MARK: The life

  private func live(_ life: inout RoomLife, until isOver: @Sendable () -> Bool) async throws {
    for step in 0..<random.number(12...30) where !isOver() && !life.isEnded {
      try await calm.pass()
      try await act(&life, step)
    }
    if !isOver(), random.happens(percent: 80) { try await end(&life) }
  }

  private func act(_ life: inout RoomLife, _ step: Int) async throws {
    if step == 0 { return try await stage(&life, live: true) }
    switch random.number(0...99) {
    case 0..<12: try await lock(&life, !life.isLocked)
    case 12..<20: try await stage(&life, live: !life.isLive)
    case 20..<45: try await join(&life)
    case 45..<60: try await leave(&life)
    case 60..<75: try await mute(life)
    case 75..<85: try await ban(&life)
    default: try await patch(&life)
    }
  }

  private func control(_ life: inout RoomLife, _ path: String, _ type: String, _ body: JSON? = nil) async throws {
    let reply = try await caller.send("POST", "/v1/rooms/\(life.id)/\(path)", body)
    guard reply.status == 200 else { throw Failure("\(path): \(reply.summary) \(reply.text.prefix(300))") }
    if reply["changed"]?.boolValue == true { life.changes[type, default: 0] += 1 }
  }

  private func stage(_ life: inout RoomLife, live: Bool) async throws {
    try await control(&life, live ? "go-live" : "stop-live", live ? "room.went_live" : "room.stopped_live")
    life.isLive = live
  }

  private func lock(_ life: inout RoomLife, _ locked: Bool) async throws {
    try await control(&life, locked ? "lock" : "unlock", locked ? "room.locked" : "room.unlocked")
    life.isLocked = locked
  }

  private func end(_ life: inout RoomLife) async throws {
    try await control(&life, "end", "room.ended")
    life.isEnded = true
  }

  private func patch(_ life: inout RoomLife) async throws {
    let next = life.number + 1
    let reply = try await caller.send("PATCH", "/v1/rooms/\(life.id)", ["custom": ["number": .integer(next)]])
    guard reply.status == 200 else { throw Failure("patch: \(reply.summary) \(reply.text.prefix(300))") }
    life.number = next
    life.changes["room.updated", default: 0] += 1
  }

  // MARK: People

  private func join(_ life: inout RoomLife) async throws {
    let person = "person-\(random.number(1...4))"
    guard life.inside[person] == nil else { return }
    let reply = try await caller.send(
      "POST", "/v1/rooms/\(life.id)/join-tokens", ["person": ["external_id": .string(person)]])
    guard reply.status == 201 else {
      guard reply.status == 403, !life.isLive || life.isLocked || life.banned.contains(person) else {
        throw Failure("join-tokens: \(reply.summary) \(reply.text.prefix(300))")
      }
      return
    }
    let device = try await vendor.post(
      "/_mock/rooms/audio_room%3A\(life.id)/participants", ["token": .string(try reply.string("token"))])
    guard device.status == 201 else { throw Failure("device: \(device.status) \(device.text.prefix(300))") }
    let session = try device.string("session_id")
    life.inside[person] = session
    life.joined.append(session)
  }

  private func leave(_ life: inout RoomLife) async throws {
    guard let (person, session) = life.inside.sorted(by: { $0.key < $1.key }).first else { return }
    life.inside[person] = nil
    // Somebody who was thrown out meanwhile is not there any more: 404.
    try await vendor.send("DELETE", "/_mock/rooms/audio_room%3A\(life.id)/participants/\(session)")
  }

  private func mute(_ life: RoomLife) async throws {
    let person = life.inside.keys.min() ?? "nobody"
    let reply = try await caller.send(
      "POST", "/v1/rooms/\(life.id)/people/\(person)/mute", ["tracks": ["audio"]])
    guard reply.status == 200 else { throw Failure("mute: \(reply.summary) \(reply.text.prefix(300))") }
  }

  private func ban(_ life: inout RoomLife) async throws {
    if let person = life.banned.min() {
      let reply = try await caller.send("DELETE", "/v1/rooms/\(life.id)/bans/\(person)")
      guard [204, 404].contains(reply.status) else { throw Failure("unban: \(reply.summary)") }
      life.banned.remove(person)
      return
    }
    let person = "person-\(random.number(1...4))"
    let reply = try await caller.send("POST", "/v1/rooms/\(life.id)/bans", ["person": ["external_id": .string(person)]])
    guard reply.status == 201 else { throw Failure("ban: \(reply.summary) \(reply.text.prefix(300))") }
    life.banned.insert(person)
    life.inside[person] = nil
  }
}
