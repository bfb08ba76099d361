import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite("Streams of the banned")
struct BanTests {
  /// The heartbeat is ten seconds away: nothing but the ban itself can end the streams so soon.
  @Test func theStreamsOfAPersonEndWithItsBan() async throws {
    try await LoadedGateway.run { gateway in
      for round in 0..<10 {
        let room = try await gateway.room()
        let banned = try await (0..<5).asyncMap { _ in try await follow(gateway, room, "leo") }
        let other = try await follow(gateway, room, "mia")
        let backend = try EventStream(
          url: gateway.url, path: "/v1/rooms/\(room)/events", fields: gateway.api.fields, witness: Witness())
        #expect(await backend.followed())
        let answer = try await gateway.api.post("/v1/rooms/\(room)/bans", ["person": ["external_id": "leo"]])
        #expect((200..<300).contains(answer.status), "\(answer.text)")
        for stream in banned {
          #expect(await eventually(within: .seconds(4)) { stream.isAtEnd || stream.isComplete }, "round \(round)")
        }
        #expect(await backend.first { $0.event == "participant.banned" } != nil)
        #expect(!other.isAtEnd && !other.isComplete && !backend.isAtEnd)
      }
    }
  }

  private func follow(_ gateway: LoadedGateway, _ room: String, _ person: String) async throws -> EventStream {
    let token = try await gateway.api.post(
      "/v1/rooms/\(room)/client-tokens", ["person": ["external_id": .string(person)]]
    ).string("token")
    let stream = try EventStream(
      url: gateway.url, path: "/v1/rooms/\(room)/events", fields: ["Authorization": "Bearer \(token)"],
      witness: Witness())
    #expect(await stream.followed())
    return stream
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ make: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await make(element)) }
    return values
  }
}
