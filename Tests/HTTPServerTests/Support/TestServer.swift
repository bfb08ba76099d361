import HTTPServer
import HTTPTypes
import Synchronization
import Testing

/// What happened in a server, for asserting on.
final class EventLog: Sendable {
  private let events = Mutex<[HTTPServerEvent]>([])

  func add(_ event: HTTPServerEvent) { events.withLock { $0.append(event) } }

  func count(_ event: HTTPServerEvent) -> Int { events.withLock { events in events.count { $0 == event } } }
}

/// Runs `body` against a server on a free port and stops it.
func withServer(
  _ handler: ScriptedHandler = .echo, _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
  _ body: (HTTPServer, EventLog) async throws -> Void
) async throws {
  let log = EventLog()
  var configuration = HTTPServerConfiguration(onEvent: { log.add($0) })
  configure(&configuration)
  let server = try HTTPServer.start(configuration, handler: handler)
  do {
    try await body(server, log)
  } catch {
    await server.stop(drain: .zero)
    throw error
  }
  await server.stop(drain: .zero)
  #expect(server.openConnections == 0)
}
