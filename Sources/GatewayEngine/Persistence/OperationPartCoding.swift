import JSONCoding
import MeetingCore

/// What an operation is about and what it waits for, as JSON, and back.
enum OperationPartCoding {
  static func json(_ purpose: OperationPurpose) -> JSON {
    var object = JSONObject()
    object["kind"] = .string(purpose.kind)
    switch purpose {
    case .createRoom, .goLive, .stopLive: break
    case .mute(let tracks), .unmute(let tracks): object["tracks"] = words(tracks)
    case .remove(let person, let rejoin):
      object["person"] = person.map(JSON.string)
      object["rejoin"] = .string(rejoin.rawValue)
    case .setRole(let person, let role):
      object["person"] = .string(person)
      object["role"] = .string(role.rawValue)
    case .changePermissions(let person, let granted, let revoked):
      object["person"] = .string(person)
      object["granted"] = words(granted)
      object["revoked"] = words(revoked)
    case .endRoom(let reason): object["reason"] = .string(reason)
    case .stopEgress(_, let id): object["id"] = .string(id)
    }
    return .object(object)
  }

  /// Rows of an earlier version have the kind alone, and only of rooms in creation.
  static func purpose(_ body: JSON) -> OperationPurpose? {
    guard let json = body["purpose"] else { return body["kind"] == "create_room" ? .createRoom : nil }
    let read = HeaderReader(json)
    let person = read.text("person")
    switch read.text("kind") {
    case "create_room": return .createRoom
    case "go_live": return .goLive
    case "stop_live": return .stopLive
    case "unmute": return .unmute(words(read, "tracks"))
    case "mute": return .mute(words(read, "tracks"))
    case "remove":
      return .remove(person: person, rejoin: read.text("rejoin").flatMap(RejoinPolicy.init) ?? .none)
    case "set_role":
      guard let person, let role = read.text("role").flatMap(ParticipantRole.init) else { return nil }
      return .setRole(person: person, role: role)
    case "change_permissions":
      return person.map {
        .changePermissions(person: $0, granted: words(read, "granted"), revoked: words(read, "revoked"))
      }
    case "end_room": return .endRoom(reason: read.text("reason") ?? "api")
    default: return egressStop(read)
    }
  }

  private static func egressStop(_ read: HeaderReader) -> OperationPurpose? {
    guard let id = read.text("id"), let kind = read.text("kind") else { return nil }
    return EgressSort.allCases.lazy.map { .stopEgress($0, id: id) }.first { $0.kind == kind }
  }

  static func json(_ condition: RoomCondition) -> JSON {
    switch condition {
    case .tracksOff(let connection, let kinds):
      ["is": "tracks_off", "connection": .string(connection), "tracks": words(kinds)]
    case .tracksOn(let connection, let kinds):
      ["is": "tracks_on", "connection": .string(connection), "tracks": words(kinds)]
    case .mode(let connection, let publishes):
      ["is": "mode", "connection": .string(connection), "publishes": .bool(publishes)]
    case .gone(let connection): ["is": "gone", "connection": .string(connection)]
    case .onlyAdmittedLeft: ["is": "only_admitted_left"]
    case .egressOver(let id): ["is": "egress_over", "id": .string(id)]
    case .sessionOver(let vendorID): ["is": "session_over", "session": .string(vendorID)]
    case .nobodyLeft: ["is": "nobody_left"]
    }
  }

  static func condition(_ json: JSON) -> RoomCondition? {
    let read = HeaderReader(json)
    switch (read.text("is"), read.text("connection")) {
    case ("tracks_off", let connection?): return .tracksOff(connection: connection, words(read, "tracks"))
    case ("tracks_on", let connection?): return .tracksOn(connection: connection, words(read, "tracks"))
    case ("mode", let connection?): return .mode(connection: connection, publishes: read.flag("publishes"))
    case ("gone", let connection?): return .gone(connection: connection)
    case ("only_admitted_left", _): return .onlyAdmittedLeft
    case ("egress_over", _): return read.text("id").map { .egressOver($0) }
    case ("session_over", _): return read.text("session").map { .sessionOver(vendorID: $0) }
    case ("nobody_left", _): return .nobodyLeft
    default: return nil
    }
  }

  private static func words<Word: RawRepresentable & Hashable>(_ words: Set<Word>) -> JSON
  where Word.RawValue == String {
    .array(words.map(\.rawValue).sorted().map(JSON.string))
  }

  private static func words<Word: RawRepresentable & Hashable>(_ read: HeaderReader, _ name: String) -> Set<Word>
  where Word.RawValue == String {
    Set(read.list(name).compactMap { $0.stringValue.flatMap(Word.init) })
  }
}
