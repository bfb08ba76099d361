import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing

@testable import PolyAdapter

@Suite("Finished conversations")
struct ConversationTests {
  private func requests(_ environment: PolyEnvironment = .euw) throws -> ConversationRequests {
    ConversationRequests(
      hosts: try #require(ConversationHosts(environment)), apiKey: Secret("api-key-0123456789"), account: "ws-1",
      project: "PROJECT/1")
  }

  @Test("lists and single ones are at different hosts, under different names of the same region")
  func addresses() throws {
    let requests = try requests()
    let list = requests.list(from: "2026-05-01T10:00:00Z", to: "2026-05-01T11:00:00Z", cursor: "a+b")
    #expect(
      list.url.revealed
        == "https://api.euw-1.platform.polyai.app/v3/ws-1/PROJECT%2F1/conversations?start_time=2026-05-01T10%3A00%3A00Z"
        + "&end_time=2026-05-01T11%3A00%3A00Z&client_env=live&limit=100&cursor=a%2Bb")
    #expect(list.fields["x-api-key"] == "api-key-0123456789" && "\(list)" == "conversations")
    #expect(requests.one("CA 1").url.revealed == "https://api.eu.poly.ai/v1/agents/PROJECT%2F1/conversations/CA%201")
    #expect(requests.audio("c", .user).url.revealed.hasSuffix("/conversations/c/audio?direction=user"))
    #expect(ConversationHosts(.us)?.items == "https://api.us.poly.ai")
    #expect(ConversationHosts(.uk)?.lists == "https://api.uk-1.platform.polyai.app")
    #expect(ConversationHosts(.cluster("dev")) == nil)
  }

  @Test("both ways of writing a conversation are read; turns that say nothing are left out")
  func readings() throws {
    let snake: JSON = [
      "id": "CA1", "started_at": "2026-05-01T10:00:00Z", "in_progress": false, "num_turns": 2, "total_duration": 61.5,
      "from_number": "+1", "state": ["call_sid": "call-1"],
      "turns": [
        ["user_input": "", "agent_response": "Hello", "agent_response_datetime": "2026-05-01T10:00:01Z"],
        ["user_input": "Hi", "user_input_datetime": "2026-05-01T10:00:02Z", "agent_response": nil], [:],
      ],
    ]
    let camel: JSON = [
      "id": "CA1", "startedAt": "2026-05-01T10:00:00Z", "inProgress": false, "numTurns": 2, "totalDuration": 61.5,
      "fromNumber": "+1", "state": ["callSid": "call-1"],
      "turns": [
        ["userInput": "", "agentResponse": "Hello", "agentResponseDatetime": "2026-05-01T10:00:01Z"],
        ["userInput": "Hi", "userInputDatetime": "2026-05-01T10:00:02Z"],
      ],
    ]
    let one = try #require(ConversationReading(snake))
    #expect(one == ConversationReading(camel) && one.turns.count == 2 && one.callID == "call-1")
    #expect(one.duration == .milliseconds(61_500) && one.turns.map(\.agent) == ["Hello", nil] && one.turnCount == 2)
    let bare = ConversationReading(["id": "x", "total_duration": -1, "turns": []])
    #expect(bare?.duration == nil && bare?.turns.isEmpty == true && bare?.isInProgress == false)
    #expect(ConversationReading([:]) == nil && ConversationReading(["id": ""]) == nil)
  }

  @Test("pages end where the cursor is null or empty")
  func pages() {
    let page = ConversationReading.page(["conversations": [["id": "a"], [:]], "cursor": "next"])
    #expect(page?.items.map(\.id) == ["a"] && page?.next == "next")
    #expect(ConversationReading.page(["conversations": [], "cursor": nil])?.next == nil)
    #expect(ConversationReading.page(["conversations": [], "cursor": ""])?.next == nil)
    #expect(ConversationReading.page([:]) == nil)
  }
}
