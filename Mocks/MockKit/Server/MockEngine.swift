package import ByteRelay
package import Clocks
package import HTTPTypes
import JSONCoding
package import WebSocket

/// A vendor with its control plane: vendor routes go to the vendor, through journal and faults; `/_mock` is answered here.
/// Serves in process or behind a listener.
package final class MockEngine: HTTPHandler {
  package let vendor: any MockVendor
  package let journal: Journal
  package let faults = FaultBook()
  package let webhooks: WebhookSender
  /// The vendor's clock.
  package let time: any TimeSource
  /// The clock of the wire, on which faults delay and queries wait: always running, so that a manual vendor clock never
  /// holds up a client's own deadlines.
  package let wire: any TimeSource
  /// What breaks answers on the wire; nil in process.
  let relay: ByteRelay?
  /// Moves the bytes of WebSockets; nil in process, where there are none.
  private let sockets: WebSocketLoop?
  let startedAt: Int64
  private let alarm: Alarm

  package init(
    vendor: any MockVendor, time: any TimeSource, wire: any TimeSource, transport: any HTTPTransport,
    policy: WebhookPolicy = WebhookPolicy(), journal: Journal = Journal(), relay: ByteRelay? = nil,
    sockets: WebSocketLoop? = nil
  ) {
    self.vendor = vendor
    self.time = time
    self.wire = wire
    self.journal = journal
    self.relay = relay
    self.sockets = sockets
    webhooks = WebhookSender(vendor: vendor, transport: transport, time: time, policy: policy)
    alarm = Alarm(time: time)
    startedAt = time.wallNanoseconds
    alarm.whenDue { [weak self] in self?.runTimers() }
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    do throws(ControlRefusal) {
      if let control = try ControlRequest(request) { return try await ControlPlane(engine: self).answer(control) }
    } catch {
      return error.response
    }
    runTimers()
    let operation = vendor.operation(for: request.head)
    let fault = faults.take(
      method: request.head.method, path: request.head.path, operation: operation,
      wired: relay != nil && request.head.peerPort != 0)
    return await FaultyAnswer(engine: self, request: request, operation: operation).response(under: fault)
  }

  /// Stops timers and deliveries; returns when none runs any more.
  package func stop() async {
    await alarm.stop()
    await webhooks.stop()
  }

  /// Lets the vendor do what became due, and sets the alarm for what comes next.
  package func runTimers() {
    publish(vendor.runDueTimers())
  }

  /// Sends events on and looks at the vendor's next deadline.
  package func publish(_ events: [MockEvent]) {
    webhooks.send(events)
    vendor.tell(events)
    alarm.set(vendor.nextDeadline)
  }

  /// The vendor's own answer: an upgrade where it has a WebSocket.
  func vendorAnswer(to request: HTTPRequest) -> MockAnswer {
    guard let sockets, WebSocketUpgrade.isHandshake(request.head), let socket = vendor.socket(for: request) else {
      return vendor.answer(request)
    }
    switch socket {
    case .refused(let response): return MockAnswer(response)
    case .open(let subprotocols, let serve):
      let outlet = outlet
      return MockAnswer(
        WebSocketUpgrade.response(to: request.head, loop: sockets, subprotocols: subprotocols) {
          await serve($0, outlet)
        })
    }
  }

  private var outlet: MockSocket.Outlet {
    MockSocket.Outlet { [weak self] in
      self?.publish($0)
    } hear: { [weak self] path, operation, message in
      guard let self else { return nil }
      let method = FaultRule.messageMethod
      let fault = faults.take(method: method, path: path, operation: operation, wired: false)
      let request = HTTPRequest(head: HTTPRequestHead(method: method, path: path), body: message)
      record(request, operation, status: nil, fault: fault?.kind)
      return fault
    } pause: { [wire] milliseconds in
      try? await wire.sleep(for: .milliseconds(milliseconds))
    }
  }

  func record(_ request: HTTPRequest, _ operation: String?, status: Int?, fault: String?) {
    journal.append(request, at: time.wallNanoseconds, operation: operation, status: status, fault: fault)
  }
}
