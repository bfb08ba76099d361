package import Clocks
package import HTTPTypes
import JSONCoding
package import MockKit
import Synchronization

/// The vendor Poly: messaging over HTTP and its socket, calls over the gateway and over the bridge, and the
/// conversations that come of them.
package final class PolyMock: MockVendor {
  package let name = "poly"
  package let version = "0.9, 0.10"
  package let configuration: PolyMockConfiguration
  private let time: any TimeSource
  private let model: Mutex<PolyModel>

  /// `time` is the vendor's clock: token expiry, sessions and timers follow it.
  package init(configuration: PolyMockConfiguration = PolyMockConfiguration(), time: any TimeSource) {
    self.configuration = configuration
    self.time = time
    model = Mutex(PolyModel(configuration))
  }

  var now: Int64 { time.wallNanoseconds }

  package func operation(for head: HTTPRequestHead) -> String? {
    PolyRoutes.table.match(head.method, head.path)?.operation.rawValue
  }

  package func answer(_ request: HTTPRequest) -> MockAnswer {
    let exchange = PolyExchange(request: request, now: now)
    let done = work { exchange.run(&$0) }
    return MockAnswer(done.value, events: done.events)
  }

  package func refusal(status: Int, operation: String?) -> HTTPResponse {
    let operation = operation.flatMap(PolyOperation.init(rawValue:))
    let members = look { $0.options.errorMembers }
    let refusal = PolyRefusal.generic(status, operation)
    let document = refusal.document(operation?.family ?? .voice, members, correlation: "injected")
    return HTTPResponse(json: document, status: status)
  }

  package var nextDeadline: Int64? { look { $0.agenda.next } }

  package func runDueTimers() -> [MockEvent] {
    let now = now
    return work { $0.runTimers(until: now) }.events
  }

  package func reset() {
    let fresh = PolyModel(configuration)
    let former = model.withLock { model in
      defer { model = fresh }
      return model
    }
    for line in former.lines.values { line.queue.close(1001, "going away") }
    for call in former.calls.values {
      call.waitingConnect?.abandon()
      call.waitingPull?.abandon()
    }
  }

  /// Works on everything: what came of it is said on the sockets before anybody else can change anything, and the
  /// events for webhooks are returned, for the engine to publish. The first frame that goes to `line` goes by `reply`.
  func work<Value: Sendable, Failure: Error>(
    answering line: String? = nil, reply: (JSON, Bool) -> Void = { _, _ in },
    _ body: (inout PolyModel) throws(Failure) -> Value
  ) throws(Failure) -> (value: Value, events: [MockEvent]) {
    try model.withLock { model throws(Failure) in
      let value = try body(&model)
      model.flush(answering: line, reply: reply)
      return (value, model.takeEvents())
    }
  }

  func look<Value: Sendable>(_ body: (PolyModel) -> Value) -> Value { model.withLock { body($0) } }
}
