import CLinux
import Glibc
import HTTPServer

/// The relay's thread: every connection of a relay lives here.
struct RelayLoop: ~Copyable {
  static let listenerID: UInt64 = 1
  /// How long a connection stays whose answer is over and whose client does not leave.
  private static let lingering = Duration.seconds(2)

  /// A connection, and what its two descriptors are watched for.
  private struct Row {
    let connection: RelayedConnection
    var clientEvents: UInt32 = 0
    var serverEvents: UInt32 = 0
    var isLingering = false
  }

  private let listener: Listener
  private let queue: EventQueue
  private let armory: Armory
  private let target: UInt16
  private let greet: @Sendable () -> ByteRelay.Greeting
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
  private var rows: [UInt64: Row] = [:]
  private var nextID: UInt64 = 1

  init(
    _ listener: Listener, _ queue: EventQueue, _ armory: Armory, target: UInt16,
    greet: @escaping @Sendable () -> ByteRelay.Greeting
  ) {
    self.listener = listener
    self.queue = queue
    self.armory = armory
    self.target = target
    self.greet = greet
  }

  deinit { scratch.deallocate() }

  /// Relays until told to stop; then closes everything.
  consuming func run(until isStopping: () -> Bool) {
    watchListener()
    while !isStopping() { queue.wait { handle($0) } }
    for row in rows.values { close(row.connection, with: RelaySocket.close) }
  }

  private mutating func handle(_ signal: EventQueue.Signal) {
    switch signal {
    case .readiness(EventQueue.bellID, _): return
    case .readiness(Self.listenerID, _): accept()
    case .due(Self.listenerID, _): watchListener()
    case .readiness(let id, _): move(id >> 1)
    case .due(let id, _): end(id, with: RelaySocket.close)
    }
  }

  // MARK: Clients

  private func watchListener() {
    listener.use { queue.watch($0, id: Self.listenerID, events: EPOLLIN.rawValue) }
  }

  private mutating func accept() {
    for _ in 0..<64 {
      switch listener.accept() {
      case .client(let descriptor, _, _): greet(descriptor)
      case .none: return
      case .exhausted:
        listener.use { queue.unwatch($0) }
        return queue.schedule(Self.listenerID, .now + .milliseconds(100))
      }
    }
  }

  private mutating func greet(_ client: Int32) {
    guard greet() == .pass, let server = RelaySocket.connect(to: target) else { return RelaySocket.reset(client) }
    RelaySocket.sendAtOnce(client)
    let connection = RelayedConnection(
      client: client, server: server.descriptor, serverPort: server.port, armory: armory)
    armory.add(server.port, server.descriptor)
    nextID += 1
    rows[nextID] = Row(connection: connection)
    watch(nextID)
  }

  private mutating func move(_ id: UInt64) {
    guard let connection = rows[id]?.connection else { return }
    switch connection.move(scratch) {
    case .goesOn: watch(id)
    case .over: end(id, with: RelaySocket.close)
    case .broken: end(id, with: RelaySocket.reset)
    }
  }

  private mutating func end(_ id: UInt64, with closing: (Int32) -> Void) {
    guard let row = rows.removeValue(forKey: id) else { return }
    close(row.connection, with: closing)
  }

  private func close(_ connection: RelayedConnection, with closing: (Int32) -> Void) {
    armory.remove(connection.serverPort)
    closing(connection.client)
    closing(connection.server)
  }

  // MARK: What is waited for

  private mutating func watch(_ id: UInt64) {
    guard var row = rows[id] else { return }
    let (up, down) = (row.connection.toServer, row.connection.toClient)
    watch(row.connection.client, id << 1, &row.clientEvents, reading: up.wantsRead, writing: down.wantsWrite)
    watch(row.connection.server, id << 1 | 1, &row.serverEvents, reading: down.wantsRead, writing: up.wantsWrite)
    if down.isClosed, !row.isLingering {
      row.isLingering = true
      queue.schedule(id, .now + Self.lingering)
    }
    rows[id] = row
  }

  /// A descriptor that nothing is wanted of is not watched: the kernel would report its hang-up for ever.
  private func watch(_ descriptor: Int32, _ tag: UInt64, _ events: inout UInt32, reading: Bool, writing: Bool) {
    let wanted = (reading ? EPOLLIN.rawValue : 0) | (writing ? EPOLLOUT.rawValue : 0)
    guard wanted != events else { return }
    switch (events, wanted) {
    case (0, _): queue.watch(descriptor, id: tag, events: wanted)
    case (_, 0): queue.unwatch(descriptor)
    default: queue.change(descriptor, id: tag, events: wanted)
    }
    events = wanted
  }
}
