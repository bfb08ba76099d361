import HTTPClient
import HTTPTypes
import Testing

/// A client for URLs that others have chosen.
@Suite struct TargetTests {
  /// Names are judged by the address they lead to.
  @Test(arguments: ["127.0.0.1", "localhost", "[::1]"])
  func aHostNearbyIsNeverConnectedTo(_ host: String) async throws {
    try await withServer(answering(ok)) { server, _ in
      let client = HTTPClient(configuration: HTTPClientConfiguration(publicTargetsOnly: true))
      let url = server.url().replacing("127.0.0.1", with: host)
      let failure = await #expect(throws: HTTPClientFailure.self) {
        _ = try await client.send(HTTPClientRequest(method: "GET", url: url))
      }
      #expect(failure?.reason == .targetNotAllowed)
      #expect(failure?.requestMayHaveBeenSent == false)
      #expect(server.accepted == 0)
      await client.shutdown()
    }
  }
}
