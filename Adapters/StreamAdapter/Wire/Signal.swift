import JSONCoding
import MeetingCore

/// What we write into custom events and reactions of the service, under one member of ours; everything else in them is the
/// application's.
enum Signal {
  static let mark = "switchboard"
  /// The service's documents say 5 KB; the smaller reading of that.
  static let limit = 5_000

  /// What the events are that clients get from us.
  enum Kind: String, CaseIterable {
    /// Somebody's words, from us or from a client that follows our form.
    case message
    case reaction
    /// A person is asked to start tracks again.
    case unmuteRequested = "unmute.requested"
    /// A raised hand was turned down.
    case permissionRejected = "permission.rejected"
  }

  /// A message: the payload beside our mark.
  static func message(_ message: RoomMessage, id: String, payload: JSON) -> JSON {
    var signal = JSONObject()
    signal["type"] = .string(Kind.message.rawValue)
    signal["id"] = .string(id)
    signal["topic"] = message.topic.map(JSON.string)
    signal["to"] = message.to.map { .array($0.map(JSON.string)) }
    return [Self.mark: .object(signal), "payload": payload]
  }

  /// A reaction's custom members, with our mark among them; one of the caller's of that name gives way.
  static func reaction(id: String, custom: JSON) -> JSON {
    var object = custom.objectValue ?? JSONObject()
    object[mark] = ["type": .string(Kind.reaction.rawValue), "id": .string(id)]
    return .object(object)
  }

  static func rejection(of request: String) -> JSON {
    [Self.mark: ["type": .string(Kind.permissionRejected.rawValue), "request_id": .string(request)]]
  }

  static func unmute(_ people: [String], tracks: Set<TrackKind>) -> JSON {
    let names = TrackKind.allCases.filter(tracks.contains).map { JSON.string($0.rawValue) }
    return [
      Self.mark: [
        "type": .string(Kind.unmuteRequested.rawValue), "to": .array(people.map(JSON.string)), "tracks": .array(names),
      ]
    ]
  }

  /// A JSON document that we carry.
  static func json(_ text: JSONText) -> JSON { (try? JSON.parse(Array(text.text.utf8), mode: .vendor)) ?? .null }
}
