import Clocks
import JSONCoding
import ProgramTesting

/// A new room of the shared gateway, at whose hook things arrive.
struct HookRoom {
  let served: Served
  let api: Caller
  let id: String
  let write: HookWriter

  init() async throws {
    guard let running = SharedGateway.running else { throw Failure("the suite has no gateway") }
    (served, api) = running
    let body: JSON = ["kind": "audio_room", "host": ["external_id": "nadia"]]
    id = try await api.post("/v1/rooms", body).string("id")
    write = HookWriter(room: id, start: SystemTime().wallNanoseconds)
  }

  func take(_ posts: [HookPost]) async throws -> [Int] {
    var statuses: [Int] = []
    for post in posts { statuses.append(try await post.post(to: served)) }
    return statuses
  }

  /// In the words of `HookCase.room`.
  func summary() async throws -> String {
    let room = try await api.get("/v1/rooms/\(id)")
    let people = try await api.get("/v1/rooms/\(id)/participants?limit=100").items.map {
      $0["person", "external_id"]?.stringValue ?? "?"
    }
    var words = [try room.string("state")]
    if let session = room["session"], !session.isNull { words.append("session") }
    if room["recording"] == true { words.append("recording") }
    words += Set(people).sorted()
    if let count = room["session", "anonymous_count"]?.integerValue, count > 0 { words.append("+\(count)") }
    return words.joined(separator: " ")
  }

  /// Everything that was told since the room was made.
  func events() async throws -> [JSON] {
    let all = try await api.get("/v1/rooms/\(id)/events?limit=100").items
    guard all.map({ $0["sequence"]?.integerValue }) == all.indices.map({ Int64($0) + 1 }) else {
      throw Failure("the sequences have gaps")
    }
    return Array(all.dropFirst())
  }

  func types() async throws -> [String] { try await events().compactMap { $0["type"]?.stringValue } }
}
