import HTTPClient
import HTTPServer
import HTTPTypes
import JSONCoding
import MockKit
import ProgramTesting
import StreamMock
import Synchronization
import Testing

/// Answers with what the vendor says.
private struct ReadingHandler: HTTPHandler {
  let client: HTTPClient
  let vendor: String

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    let read = HTTPClientRequest(
      method: "GET", url: vendor + "/video/call/default/none", fields: [:],
      timeouts: HTTPTimeouts(connect: .seconds(30), firstByte: .seconds(60), idle: .seconds(60), total: .seconds(60)))
    let answer = try? await client.send(read)
    return HTTPResponse(status: answer?.status ?? 502)
  }
}

@Suite("Reads for nobody")
struct CancelledReadTests {
  @Test(arguments: [true, false]) func aVendorReadEndsWithItsClient(_ reset: Bool) async throws {
    let mock = try await StreamMock.start()
    let rule = Array(#"{"match":{"operation":"GetCall"},"times":1000,"fault":{"kind":"hang"}}"#.utf8)
    let hang = try #require(try JSON.parse(rule, mode: .strict).objectValue)
    _ = try mock.engine.faults.add(hang, wired: false)
    let client = HTTPClient()
    let server = try HTTPServer.start(
      HTTPServerConfiguration(halfClosedGrace: .milliseconds(50)),
      handler: ReadingHandler(client: client, vendor: mock.url))
    let sockets = try (0..<50).map { _ in try RawSocket(url: "http://127.0.0.1:\(server.port)") }
    for socket in sockets { #expect(await socket.writeAll(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))) }
    #expect(await eventually { mock.server.openConnections == 50 && server.runningTasks == 50 })
    for socket in sockets { if reset { socket.reset() } else { socket.close() } }
    #expect(await eventually { server.runningTasks == 0 && server.openConnections == 0 })
    // A vendor waits a while for who has closed its sending side only.
    #expect(
      await eventually(within: .seconds(12)) { mock.server.runningTasks == 0 && mock.server.openConnections == 0 },
      "the vendor is left")
    await server.stop(drain: .zero)
    await client.shutdown()
    await mock.stop()
  }
}
