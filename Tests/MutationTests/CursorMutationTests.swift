import Cryptography
import JSONCoding
import MeetingCore
import Store
import Testing

@testable import GatewayEngine

@Suite("Mutated cursors")
struct CursorMutationTests {
  private static func cursor(_ parts: JSON) -> String { Base64URL.encode(parts.bytes()) }

  private static let corpus = [
    cursor([1_767_225_600_000_000_000, "room_1"]), cursor([nil, "room_2"]), cursor(["ana"]), cursor([1, "par_1"]),
    cursor([1.5, "room_1"]), cursor([]), cursor("x"), cursor([1, 2]), "", "0",
  ]

  @Test("what a list takes for its cursor is one value of its one form")
  func cursors() {
    Campaign.run(Self.corpus, share: 3) { input in
      let parts = Base64URL.decode(text(input)).flatMap { try? JSON.parse($0, mode: .strict) }?.arrayValue
      let room = try? Cursors.room(text(input))
      let participant = try? Cursors.participant(text(input))
      let person = try? Cursors.person(text(input))
      guard room != nil || participant != nil || person != nil else { return .refused }
      return .holds([
        "a room's is a time or none, and an id": room.map {
          parts == [$0.value.map(JSON.integer) ?? .null, .string($0.id)]
        } ?? true,
        "a participant's is a time and an id": participant.map { parts == [.integer($0.joinedAt), .string($0.id)] }
          ?? true,
        "a person's is an id": person.map { parts == [.string($0)] } ?? true,
        "as short as a query may be": input.count <= 512,
      ])
    }
  }
}
