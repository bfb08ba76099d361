import Glibc
import HTTPServer
import HTTPTypes
import Synchronization

@testable import ByteRelay

/// A server behind a relay.
struct Relayed {
  let relay: ByteRelay
  let server: HTTPServer
  let handler: Answerer
  var url: String { "http://127.0.0.1:\(relay.port)" }

  /// Runs `body` against a relayed server of its own and stops both.
  static func run(
    greet: @escaping @Sendable () -> ByteRelay.Greeting = { .pass }, _ body: (Relayed) async throws -> Void
  ) async throws {
    let relay = try ByteRelay(address: "127.0.0.1", port: 0)
    let handler = Answerer(relay)
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: handler)
    try relay.start(to: server.port, greet: greet)
    let result: Result<Void, any Error>
    do { result = .success(try await body(Relayed(relay: relay, server: server, handler: handler))) } catch {
      result = .failure(error)
    }
    await relay.stop()
    await server.stop(drain: .zero)
    try result.get()
  }
}

/// Answers with the request's body or ten digits, and breaks what is asked for under `/break`.
final class Answerer: HTTPHandler {
  private let relay: ByteRelay
  let fault = Mutex<AnswerFault?>(nil)
  let cancelled = Atomic<Int>(0)
  let produced = Atomic<Int>(0)

  init(_ relay: ByteRelay) { self.relay = relay }

  func admit(_ head: HTTPRequestHead) async -> HTTPAdmission { .read(limit: 64 << 20) }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch request.head.path {
    case "/wait":
      let (never, _) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      cancelled.add(1, ordering: .relaxed)
      return HTTPResponse(status: 500)
    case "/flood": return HTTPResponse(status: 200, body: .stream(Flood(self)))
    case "/break":
      guard let fault = fault.withLock({ $0 }), relay.arm(fault, serverSidePort: request.head.peerPort) else {
        return HTTPResponse(status: 500)
      }
    default: break
    }
    let body = request.body.isEmpty ? Array("0123456789".utf8) : request.body
    return HTTPResponse(status: 200, body: .bytes(body))
  }
}

/// 64 MiB, counted as they are asked for.
private final class Flood: HTTPBodySource {
  private let answerer: Answerer
  private let left = Atomic<Int>(1024)

  init(_ answerer: Answerer) { self.answerer = answerer }

  func next() async -> [UInt8]? {
    guard left.subtract(1, ordering: .relaxed).newValue >= 0 else { return nil }
    answerer.produced.add(64 << 10, ordering: .relaxed)
    return [UInt8](repeating: 7, count: 64 << 10)
  }
}

/// The descriptors this process has open.
func openDescriptors() -> Int {
  guard let folder = opendir("/proc/self/fd") else { return 0 }
  defer { closedir(folder) }
  var count = 0
  while readdir(folder) != nil { count += 1 }
  return count
}
