import CLinux
import CMicrohttpd
import Glibc
import HTTPTypes
import Synchronization

/// What connections, callbacks and the watcher thread share.
final class ServerCore: Sendable {
  let configuration: HTTPServerConfiguration
  let handler: any HTTPHandler
  let queue: EventQueue
  let listener: Listener
  let table = ConnectionTable()
  let lingering = Lingering()
  let bodies: BodyBudget
  /// No client is accepted until a connection closes.
  let isPaused = Atomic<Bool>(false)

  init(
    _ configuration: HTTPServerConfiguration, _ listener: Listener?, _ handler: any HTTPHandler
  ) throws(HTTPServerError) {
    self.configuration = configuration
    self.handler = handler
    bodies = BodyBudget(configuration.maximumBodyBytes)
    queue = try EventQueue()
    if let listener {
      self.listener = listener
    } else {
      self.listener = try Listener(address: configuration.address, port: configuration.port)
    }
  }

  func report(_ event: HTTPServerEvent) { configuration.onEvent?(event) }

  /// Starts a task of an exchange. The exchange owns and cancels it; the table counts it.
  func run(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    table.taskStarted()
    return Task {
      await work()
      self.table.taskEnded()
    }
  }

  /// The library has a new connection.
  func open(_ handle: OpaquePointer) -> Connection {
    let (connection, drains, aborts) = table.insert { Connection(id: $0, handle: handle, core: self) }
    // Edge-triggered and for hang-ups only: silent until the client goes.
    queue.watch(
      connection.descriptor, id: connection.id, events: EPOLLRDHUP.rawValue | EPOLLET.rawValue)
    connection.startHeadDeadline()
    if drains { connection.drain() }
    if aborts { connection.abort() }
    report(.connectionOpened)
    return connection
  }

  /// The library is about to close the connection's descriptor.
  func close(_ connection: Connection) {
    let leavesUnread = connection.close()
    queue.unwatch(connection.descriptor)
    if leavesUnread { lingering.add(connection.descriptor, queue) }
    table.remove(connection.id)
    report(.connectionClosed)
    if isPaused.load(ordering: .sequentiallyConsistent) { queue.ring() }
  }
}
