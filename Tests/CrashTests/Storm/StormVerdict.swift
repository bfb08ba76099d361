import JSONCoding
import ProgramTesting

/// Compares what was acknowledged, what the gateway has and what the vendor has. Every difference is a sentence.
struct StormVerdict: Sendable {
  let outcome: Storm.Outcome
  let rooms: [String: JSON]
  let titles: [String: Int]
  let log: [JSON]
  let events: [String: [JSON]]
  let calls: [StormCall]

  init(_ outcome: Storm.Outcome, rooms: [JSON], log: [JSON], calls: [StormCall]) {
    self.outcome = outcome
    self.rooms = Dictionary(rooms.map { ($0["id"]?.stringValue ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    titles = rooms.reduce(into: [:]) { $0[$1["title"]?.stringValue ?? "", default: 0] += 1 }
    self.log = log
    events = Dictionary(grouping: log.filter { !Self.isOfAnAccount($0) }) { $0["room_id"]?.stringValue ?? "" }
    // What a vendor made late and nobody asked for was ended again: it is nobody's room.
    let known = self.rooms
    self.calls = calls.filter { known[$0.id] != nil || !$0.hasEnded }
  }

  var complaints: [String] {
    outcome.lives.flatMap(complaints) + doubled + orphans + gaps + conditions + unfollowed
      + outcome.problems
  }

  // MARK: What was acknowledged

  private func complaints(_ life: RoomLife) -> [String] {
    guard let room = rooms[life.id] else { return ["\(life.id) was acknowledged and is not there"] }
    let types = (events[life.id] ?? []).compactMap { $0["type"]?.stringValue }
    return differences(life, room) + unlogged(life, types) + disorder(life, types)
  }

  private func differences(_ life: RoomLife, _ room: JSON) -> [String] {
    var found: [String] = []
    for name in ["external_id", "kind", "provider", "title", "host", "created_at", "provider_refs", "settings"]
    where room[name]?.text() != life.created[name]?.text() {
      found.append("\(life.id): \(name) is \(room[name]?.text() ?? "-"), not \(life.created[name]?.text() ?? "-")")
    }
    if life.isEnded, room["state"] != "ended" { found.append("\(life.id): the acknowledged end is lost") }
    if !life.isEnded, room["locked"]?.boolValue != life.isLocked { found.append("\(life.id): its lock is another") }
    if !life.isEnded, room["state"] != (life.isLive ? "live" : "backstage") {
      found.append("\(life.id): it is \(room["state"]?.text() ?? "-"), not as last acknowledged (live: \(life.isLive))")
    }
    if (room["custom", "number"]?.integerValue ?? 0) != life.number { found.append("\(life.id): an update is lost") }
    return found
  }

  private func unlogged(_ life: RoomLife, _ types: [String]) -> [String] {
    let missing = life.changes.filter { type, count in types.count { $0 == type } < count }
    let joins = Set(
      (events[life.id] ?? []).filter { $0["type"] == "participant.joined" }
        .compactMap { $0["data", "participant", "provider_refs", "user_session_id"]?.stringValue })
    return missing.map { "\(life.id): \($0.value) × \($0.key) acknowledged, not all logged" }
      + life.joined.filter { !joins.contains($0) && !outcome.untold.contains($0) }.map {
        "\(life.id): the join of \($0) is not logged"
      }
  }

  /// A room is created and ended once, and what goes on and off does so in turn.
  private func disorder(_ life: RoomLife, _ types: [String]) -> [String] {
    var found: [String] = []
    if types.first != "room.created" || types.count(where: { $0 == "room.created" }) != 1 {
      found.append("\(life.id): it is not created once, first: \(types.prefix(3))")
    }
    if types.count(where: { $0 == "room.ended" }) > 1 { found.append("\(life.id): it ended twice") }
    for pair in [["room.locked", "room.unlocked"], ["room.went_live", "room.stopped_live"]] {
      let turns = types.filter(pair.contains)
      if turns.enumerated().contains(where: { $0.element != pair[$0.offset % 2] }) {
        found.append("\(life.id): not in turn: \(turns)")
      }
    }
    return found
  }

  // MARK: What the vendor has

  private var doubled: [String] {
    let calls = Dictionary(grouping: calls, by: \.title).filter { $0.value.count > 1 }
    return titles.filter { $0.value > 1 }.map { "\($0.key) is \($0.value) rooms" }
      + calls.map { "the vendor has \($0.value.count) calls of \($0.key): \($0.value.map(\.id))" }
  }

  private var orphans: [String] {
    let known = Set(calls.map(\.id))
    let lost = calls.filter { rooms[$0.id] == nil && !outcome.abandoned.contains($0.title) }
    return lost.map { "the vendor's call \($0.id) has no room: \($0.title)" }
      + rooms.keys.filter { !known.contains($0) }.map { "\($0) has no call at the vendor" }
  }

  // MARK: Events

  private var gaps: [String] {
    events.compactMap { room, events in
      let sequences = events.compactMap { $0["sequence"]?.integerValue }
      return sequences == Array(1...Int64(events.count)) ? nil : "\(room): sequences are \(sequences)"
    }
  }

  private static let turns = ["provider.degraded", "provider.recovered"]

  /// Tells of a provider's account and of no room.
  private static func isOfAnAccount(_ event: JSON) -> Bool {
    turns.contains(event["type"]?.stringValue ?? "")
  }

  /// Of an account's kind of operation it is told in turn that it is degraded and that it has recovered.
  private var conditions: [String] {
    let told = log.filter(Self.isOfAnAccount)
    let numbered = told.filter { $0["room_id"] != .null || $0["sequence"] != .null }
    let byKind = Dictionary(grouping: told) {
      "\($0["provider"]?.stringValue ?? "-") \($0["data", "operation_class"]?.stringValue ?? "-")"
    }
    let mixed = byKind.compactMap { kind, events in
      let types = events.compactMap { $0["type"]?.stringValue }
      let isInTurn = types.enumerated().allSatisfy { $0.element == Self.turns[$0.offset % 2] }
      return isInTurn ? nil : "\(kind): not in turn: \(types)"
    }
    return numbered.map { "an event of an account is one of a room: \($0.text())" } + mixed
  }

  private var unfollowed: [String] {
    let all = log.compactMap { $0["id"]?.stringValue }
    let everything = outcome.followed.enumerated().compactMap { number, seen in
      Self.difference(seen, Array(all.prefix(max(seen.count, outcome.logged)))).map { "follower \(number): \($0)" }
    }
    return everything
      + outcome.followedRooms.compactMap { room, seen in
        let logged = (events[room] ?? []).compactMap { $0["id"]?.stringValue }
        return Self.difference(seen, Array(logged.prefix(max(seen.count, 1)))).map { "follower of \(room): \($0)" }
      }
  }

  private static func difference(_ seen: [String], _ logged: [String]) -> String? {
    if seen == logged { return nil }
    let place = zip(seen, logged).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return "saw \(seen.count) of \(logged.count) events, \(Set(seen).count) different, other from \(place ?? -1)"
  }
}
