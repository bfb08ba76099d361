import HTTPServer
package import HTTPTypes
package import MeetingContract
package import MockKit
import Synchronization

/// Points a mock's webhooks at a listener of its own, which hands each delivery on: signature, retries and the wire are the
/// mock's real ones.
package final class MockHookControls: HookControls, HTTPHandler {
  private struct State {
    var receiver: (@Sendable (VendorHook) async -> Int)?
    var server: HTTPServer?
  }

  private let engine: MockEngine
  private let state = Mutex(State())

  package init(engine: MockEngine) { self.engine = engine }

  package func deliver(to receiver: @escaping @Sendable (VendorHook) async -> Int) async throws {
    let isFirst = state.withLock { state in
      defer { state.receiver = receiver }
      return state.receiver == nil
    }
    guard isFirst else { return }
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: self)
    state.withLock { $0.server = server }
    _ = try engine.vendor.addWebhook(WebhookTarget(url: "http://127.0.0.1:\(server.port)/hook"))
  }

  package func makeNextUnknown() async throws -> Bool {
    engine.webhooks.mutateNext(.unknownType, times: 1, delayMilliseconds: 0)
    return true
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    let receiver = state.withLock { $0.receiver }
    let fields = request.head.fields.entries.map { VendorHook.Field(name: $0.name, value: $0.value) }
    let status = await receiver?(VendorHook(fields: fields, body: request.body)) ?? 503
    return HTTPResponse(status: status)
  }

  /// Stops listening.
  package func stop() async {
    let server = state.withLock { state in
      defer { state.server = nil }
      return state.server
    }
    await server?.stop(drain: .zero)
  }
}
