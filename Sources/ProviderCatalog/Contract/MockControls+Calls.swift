import HTTPTypes
import JSONCoding
import MeetingContract

/// The vendor's side of calls. All of it is about the latest call.
extension MockControls: CallControls {
  package func candidates() async throws -> [String] {
    let answer = try await send("GET", "calls/latest/candidates")
    return (answer.json["items"]?.arrayValue ?? []).compactMap { $0["candidate"]?.stringValue }
  }

  package func hasLiveCall() async throws -> Bool {
    let answer = try await send("GET", "calls/latest")
    return answer.status == 200 && answer.json["ended_at"] == .null
  }

  package func connectMedia() async throws { try await act("media", ["state": "connected"]) }
  package func say(_ text: String) async throws { try await act("say", ["text": .string(text)]) }
  package func hangUp() async throws { try await act("hang-up", [:]) }
  package func failCall() async throws { try await act("error", ["code": "AGENT_FAILURE"]) }

  private func act(_ name: String, _ body: JSON) async throws {
    let answer = try await send("POST", "calls/latest/" + name, body)
    guard answer.status == 204 else { throw CatalogError("\(name): \(answer.status) \(answer.json.text())") }
  }
}
