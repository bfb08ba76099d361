import HTTPTypes
import JSONCoding
import ProgramTesting
import Testing

@Suite
struct LimitsTests {
  @Test func whoAsksTooMuchIsToldWhenToComeAgainAndThenServed() async throws {
    let served = try await Served.start(
      logLevel: "warning",
      limits: ["requests_per_minute_per_key": 60, "requests_at_once_per_key": 3])
    let made = try await Program.run("keys", "create", "--config", served.configuration, "--scopes", "read,manage")
    let api = served.caller(String(made.output.prefix { !$0.isNewline }))
    var answers = [try await api.post("/v1/rooms", ["kind": "meeting"])]
    #expect(answers[0].status == 201)
    #expect(answers[0].fields["RateLimit-Policy"] == "\"key\";q=3;w=3")
    #expect(answers[0].fields["RateLimit"] == "\"key\";r=2;t=1")
    for _ in 0..<5 { answers.append(try await api.post("/v1/rooms", ["kind": "meeting"])) }
    let refused = try #require(answers.first { $0.status == 429 })
    #expect(refused.summary == "429 rate_limited")
    #expect(refused.fields["Retry-After"] == "1")
    #expect(try await eventually(within: .seconds(5)) { try await api.get("/v1/rooms").status == 200 })
    let end = await served.stop()
    #expect(end.gateway == 0)
  }
}
