import HTTPTypes
import ProviderTesting
import Testing

@Suite("The scripted transport")
struct ScriptedTransportTests {
  private func request(_ method: String, _ url: String) -> HTTPClientRequest {
    HTTPClientRequest(method: method, url: url)
  }

  @Test func answersInOrderAndRemembersTheRequests() async throws {
    let lost = HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true)
    let transport = ScriptedTransport([
      .json("GET", "/v1/a?x=1", #"{"ok":true}"#), .failure("POST", "https://vendor.example/b", lost),
    ])
    #expect(
      try await transport.send(request("GET", "https://vendor.example/v1/a?x=1")).body == Array(#"{"ok":true}"#.utf8))
    #expect(transport.remaining == ["POST https://vendor.example/b"])
    await #expect(throws: lost) { try await transport.send(request("POST", "https://vendor.example/b")) }
    #expect(transport.requests.map(\.method) == ["GET", "POST"])
    #expect(transport.failures == [])
    #expect(transport.remaining == [])
  }

  @Test func anUnexpectedRequestIsAFailureOfTheTest() async throws {
    let transport = ScriptedTransport()
    await #expect(throws: HTTPClientFailure.self) { try await transport.send(request("GET", "https://v.example/")) }
    transport.expect(.json("GET", "/a", "{}") { $0.fields["Authorization"] == nil ? "no credential" : nil })
    for url in ["https://v.example/b", "https://v.example/a"] {
      await #expect(throws: HTTPClientFailure.self) { try await transport.send(request("GET", url)) }
    }
    #expect(transport.failures.count == 3)
    #expect(transport.failures.last == "GET /a: no credential")
    #expect(transport.remaining == ["GET /a"])
  }
}
