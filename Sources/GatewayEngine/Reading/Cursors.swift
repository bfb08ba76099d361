import Cryptography
import JSONCoding
import MeetingCore
import Store

/// The opaque cursors of the lists.
enum Cursors {
  static func text(_ row: RoomRecord, sort: RoomQuery.SortField) -> String {
    let value: Int64? =
      switch sort {
      case .createdAt: row.createdAt
      case .startsAt: row.startsAt
      case .endedAt: row.endedAt
      }
    return encode([value.map(JSON.integer) ?? .null, .string(row.id)])
  }

  static func room(_ text: String) throws(GatewayError) -> RoomQuery.Cursor {
    let parts = try decode(text)
    guard parts.count == 2, let id = parts[1].stringValue, parts[0].isNull || parts[0].integerValue != nil else {
      throw malformed()
    }
    return .init(value: parts[0].integerValue, id: id)
  }

  static func text(_ participant: Participant) -> String {
    encode([.integer(participant.joinedAt.nanoseconds), .string(participant.id)])
  }

  static func participant(_ text: String) throws(GatewayError) -> ParticipantQuery.Cursor {
    let parts = try decode(text)
    guard parts.count == 2, let joinedAt = parts[0].integerValue, let id = parts[1].stringValue else {
      throw malformed()
    }
    return .init(joinedAt: joinedAt, id: id)
  }

  static func text(_ resource: any RoomThing) -> String {
    encode([.integer(resource.createdAt.nanoseconds), .string(resource.id)])
  }

  static func resource(_ text: String) throws(GatewayError) -> ResourceQuery.Cursor {
    let parts = try decode(text)
    guard parts.count == 2, let createdAt = parts[0].integerValue, let id = parts[1].stringValue else {
      throw malformed()
    }
    return .init(createdAt: createdAt, id: id)
  }

  static func text(person: String) -> String { encode([.string(person)]) }

  static func person(_ text: String) throws(GatewayError) -> String {
    let parts = try decode(text)
    guard parts.count == 1, let person = parts[0].stringValue else { throw malformed() }
    return person
  }

  static func text(_ session: SessionRecord) -> String {
    encode([.integer(session.startedAt), .string(session.id)])
  }

  static func session(_ text: String) throws(GatewayError) -> SessionQuery.Cursor {
    let parts = try decode(text)
    guard parts.count == 2, let startedAt = parts[0].integerValue, let id = parts[1].stringValue else {
      throw malformed()
    }
    return .init(startedAt: startedAt, id: id)
  }

  private static func encode(_ parts: [JSON]) -> String { Base64URL.encode(JSON.array(parts).bytes()) }

  private static func decode(_ text: String) throws(GatewayError) -> [JSON] {
    guard text.utf8.count <= 512, let bytes = Base64URL.decode(text),
      let parts = (try? JSON.parse(bytes, mode: .strict))?.arrayValue
    else { throw malformed() }
    return parts
  }

  private static func malformed() -> GatewayError {
    GatewayError(.invalidRequest, "the cursor was not given by this list").with {
      $0.issues = [FieldIssue(pointer: "?cursor", code: "bad_format", message: "is not a cursor of this list")]
    }
  }
}
