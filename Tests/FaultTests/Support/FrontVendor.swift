import HTTPServer
import HTTPTypes
import MockKit

/// A vendor that answers some requests in ways of its own and leaves the rest to the mock.
final class FrontVendor: HTTPHandler {
  private let engine: MockEngine
  private let answer: @Sendable (HTTPRequestHead) -> HTTPResponse?

  private init(_ engine: MockEngine, _ answer: @escaping @Sendable (HTTPRequestHead) -> HTTPResponse?) {
    self.engine = engine
    self.answer = answer
  }

  func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let own = answer(request.head) { return own }
    return await engine.respond(to: request)
  }

  /// Runs `body` on a bench whose account `main` points at a front of the mock that gives `answer` to requests whose path
  /// ends so.
  static func run(
    _ kind: VendorKind, pathEnd: String, _ answer: @escaping @Sendable () -> HTTPResponse,
    _ body: (FaultBench) async throws -> Void
  ) async throws {
    let server = Server()
    try await FaultBench.run(kind) { vendor in
      let url = server.start(
        FrontVendor(vendor.engine) { $0.path.hasSuffix(pathEnd) ? answer() : nil })
      return [.init(url: url)]
    } _: {
      try await body($0)
    }
    await server.stop()
  }

  /// The front's listener, started late and stopped once.
  private final class Server {
    private var server: HTTPServer?

    func start(_ handler: any HTTPHandler) -> String {
      server = try? HTTPServer.start(HTTPServerConfiguration(), handler: handler)
      return "http://127.0.0.1:\(server?.port ?? 0)"
    }

    func stop() async { await server?.stop(drain: .zero) }
  }
}

/// One byte, then nothing for ever.
struct StallingBody: HTTPBodySource {
  private let first = OneByte()

  func next() async -> [UInt8]? {
    if let byte = await first.take() { return byte }
    let (never, _) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    return nil
  }

  private actor OneByte {
    private var isTaken = false

    func take() -> [UInt8]? {
      defer { isTaken = true }
      return isTaken ? nil : [123]
    }
  }
}
