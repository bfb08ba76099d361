/// Where a server listens and what it tolerates.
package struct HTTPServerConfiguration: Sendable {
  /// An IPv4 or IPv6 address, or `localhost` (127.0.0.1).
  package var address: String
  /// 0 lets the system choose; `HTTPServer.port` tells which.
  package var port: UInt16
  /// Threads that parse and send; at least 2. Handlers run on Swift's own pool.
  package var threads: Int
  /// Request line and header fields together; beyond it 431, or 414 when the target alone is too long.
  package var maximumHeadBytes: Int
  /// Open connections; further clients wait in the kernel's queue until one closes.
  package var maximumConnections: Int
  /// From accept, or from the request line on a kept-alive connection, to the end of the head.
  package var headTimeout: Duration
  /// From the admission of a request to the last byte of its body.
  package var bodyTimeout: Duration
  /// How long a kept-alive connection may wait for its next request, and a client may take no byte of an answer.
  /// Counted in whole seconds, at least one.
  package var idleTimeout: Duration
  /// How long an ordinary answer may still be worked on after the client closed its sending side. A client that only
  /// half-closed gets its answer; one that left is noticed when this has passed. A reset cancels at once.
  package var halfClosedGrace: Duration
  /// The parser's memory of one connection: bounds the head and is the greatest part of an idle stream's cost.
  package var memoryPerConnection: Int
  /// Bodies held at once, over all connections; beyond it 503. The handler's own limit bounds each.
  package var maximumBodyBytes: Int
  /// Told of what the server did on its own, on the server's threads: count it and return.
  package var onEvent: (@Sendable (HTTPServerEvent) -> Void)?

  package init(
    address: String = "127.0.0.1", port: UInt16 = 0, threads: Int = 2, maximumHeadBytes: Int = 8 << 10,
    maximumConnections: Int = 20_000, headTimeout: Duration = .seconds(10), bodyTimeout: Duration = .seconds(15),
    idleTimeout: Duration = .seconds(75), halfClosedGrace: Duration = .seconds(5), memoryPerConnection: Int = 20 << 10,
    maximumBodyBytes: Int = 256 << 20,
    onEvent: (@Sendable (HTTPServerEvent) -> Void)? = nil
  ) {
    self.address = address
    self.port = port
    self.threads = threads
    self.maximumHeadBytes = maximumHeadBytes
    self.maximumConnections = maximumConnections
    self.headTimeout = headTimeout
    self.bodyTimeout = bodyTimeout
    self.idleTimeout = idleTimeout
    self.halfClosedGrace = halfClosedGrace
    self.memoryPerConnection = memoryPerConnection
    self.maximumBodyBytes = maximumBodyBytes
    self.onEvent = onEvent
  }
}
