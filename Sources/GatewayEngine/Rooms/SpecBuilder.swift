import JSONCoding
import MeetingCore
import RoomReducer

/// A room as a provider is asked for it.
enum SpecBuilder {
  static func spec(_ state: RoomState, people: [String: Person]) -> RoomSpec {
    let room = state.room
    func person(_ id: String) -> Person { people[id] ?? Person(externalID: id) }
    return RoomSpec(
      key: room.id, kind: room.kind, title: room.title, description: room.description, custom: room.custom,
      host: person(room.host),
      members: state.members.sorted { $0.key < $1.key }.map { .init(person: person($0.key), role: $0.value) },
      startsAt: room.startsAt, joinAheadSeconds: room.joinAheadSeconds, settings: room.settings,
      options: options(room))
  }

  /// Only the part that is this provider kind's.
  private static func options(_ room: Room) -> JSONText? {
    guard let all = try? JSON.parse(Array(room.providerOptions.text.utf8), mode: .strict) else { return nil }
    return all[room.providerKind].map { JSONText($0.text()) }
  }
}
