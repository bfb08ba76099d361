import Clocks
import HTTPTypes
import JSONCoding
import MockKit
import ProviderTesting

/// What people and operators do at the vendor, by a seed.
struct StreamLife: VendorLife {
  private let vendor: StreamStormVendor
  private var generator: SplitMix
  private var devices: [String: [String]] = [:]
  private var blocked: [String: Set<String>] = [:]

  init(_ vendor: StreamStormVendor, seed: UInt64) {
    self.vendor = vendor
    generator = SplitMix(seed: seed)
  }

  func arrivePeople() async throws {
    var users = JSONObject()
    for id in Storm.people { users[id] = ["id": .string(id)] }
    try await vendor.ask("POST", "/users", ["users": .object(users)])
  }

  /// One thing happens in one of the rooms, a moment after the last.
  mutating func step(in rooms: [String]) async throws {
    await vendor.time.advance(by: .milliseconds(200))
    guard let room = rooms.randomElement(using: &generator), let person = Storm.people.randomElement(using: &generator)
    else { return }
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<44: try await join(person, room)
    case 44..<62: await leave(room)
    case 62..<67: await speak(room)
    case 67..<71: try await ask(room, "/kick", ["user_id": .string(person), "kicked_by_id": "nadia"])
    case 71..<75: try await block(person, room)
    case 75..<84: try await ask(room, Bool.random(using: &generator) ? "/go_live" : "/stop_live")
    case 84..<89:
      try await ask(
        room, "/mute_users", ["user_ids": .strings([person]), "audio": true, "muted_by_id": "nadia"])
    case 89..<94: try await enlist(person, room)
    case 94..<98: try await joinUnknown(room)
    case 98: if Bool.random(using: &generator) { try await ask(room, "/mark_ended") }
    default: await vendor.time.advance(by: .seconds(10))
    }
  }

  private mutating func join(_ person: String, _ room: String) async throws {
    guard blocked[room]?.contains(person) != true else { return }
    let audio = Bool.random(using: &generator)
    await enter(room, ["user_id": .string(person), "audio": .bool(audio)])
  }

  private mutating func joinUnknown(_ room: String) async throws {
    await enter(room, ["token": .string(try vendor.anonymousToken("audio_room:" + room))])
  }

  private mutating func enter(_ room: String, _ body: JSON) async {
    let answer = await vendor.control("POST", "rooms/audio_room:\(room)/participants", body)
    if let device = answer["session_id"]?.stringValue { devices[room, default: []].append(device) }
  }

  private mutating func leave(_ room: String) async {
    guard let device = devices[room]?.randomElement(using: &generator) else { return }
    devices[room]?.removeAll { $0 == device }
    _ = await vendor.control("DELETE", "rooms/audio_room:\(room)/participants/\(device)")
  }

  private mutating func speak(_ room: String) async {
    guard let device = devices[room]?.randomElement(using: &generator) else { return }
    let body: JSON = ["audio": .bool(Bool.random(using: &generator)), "speaking": true]
    _ = await vendor.control("PATCH", "rooms/audio_room:\(room)/participants/\(device)", body)
  }

  private mutating func block(_ person: String, _ room: String) async throws {
    let isBlocked = blocked[room]?.contains(person) == true
    if isBlocked { blocked[room]?.remove(person) } else { blocked[room, default: []].insert(person) }
    try await ask(room, isBlocked ? "/unblock" : "/block", ["user_id": .string(person)])
  }

  private mutating func enlist(_ person: String, _ room: String) async throws {
    let body: JSON =
      Bool.random(using: &generator)
      ? ["update_members": [["user_id": .string(person), "role": "speaker"]]] : ["remove_members": .strings([person])]
    try await ask(room, "/members", body)
  }

  private func ask(_ room: String, _ path: String, _ body: JSON = [:]) async throws {
    try await vendor.ask("POST", "/video/call/audio_room/\(room)" + path, body)
  }
}
