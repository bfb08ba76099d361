import CLinux
import HTTPServer
import HTTPTypes

/// What the loop's thread has: its sockets by id.
struct LoopSockets {
  let queue: EventQueue
  private var sockets: [UInt64: FramedSocket] = [:]
  private var handshakes: [UInt64: HandshakeExchange] = [:]
  /// Those with bytes left that no readiness will tell of.
  private var again: Set<UInt64> = []

  init(_ queue: EventQueue) { self.queue = queue }

  mutating func add(_ socket: FramedSocket) {
    sockets[socket.id] = socket
    queue.watch(socket.stream.descriptor, id: socket.id, events: socket.interest)
    if let at = socket.nextDeadline { queue.schedule(socket.id, at) }
    drive(socket)
  }

  mutating func add(_ handshake: HandshakeExchange) {
    handshakes[handshake.id] = handshake
    queue.watch(handshake.stream.descriptor, id: handshake.id, events: handshake.interest)
    queue.schedule(handshake.id, handshake.deadline)
    drive(handshake)
  }

  mutating func cancelHandshake(_ id: UInt64) {
    if let handshake = handshakes[id] { end(handshake, .cancelled) }
  }

  mutating func send(_ message: WebSocketMessage, on id: UInt64) {
    guard let socket = sockets[id] else { return }
    socket.queue(message)
    drive(socket)
  }

  mutating func close(_ id: UInt64, _ code: UInt16, _ reason: String) {
    guard let socket = sockets[id] else { return }
    socket.queueClose(code, reason)
    if let at = socket.nextDeadline { queue.schedule(id, at) }
    drive(socket)
  }

  /// Ends without a goodbye, and without what still waits to be sent.
  mutating func drop(_ id: UInt64) {
    if let socket = sockets[id] { end(socket, WebSocketClosure(.lost, code: 1006)) }
  }

  /// There is room for what comes in again.
  mutating func resume(_ id: UInt64) {
    if let socket = sockets[id] { drive(socket) }
  }

  mutating func ready(_ id: UInt64, _ events: UInt32) {
    if let handshake = handshakes[id] { return drive(handshake) }
    guard let socket = sockets[id] else { return }
    let isBroken = events & EPOLLERR.rawValue != 0
    let isGone = events & EPOLLHUP.rawValue != 0 && socket.interest & EPOLLIN.rawValue == 0
    if isBroken || isGone { return end(socket, WebSocketClosure(.lost, code: 1006)) }
    drive(socket)
  }

  mutating func due(_ id: UInt64) {
    if let handshake = handshakes[id] { return end(handshake, .timedOut) }
    guard let socket = sockets[id] else { return }
    if let closure = socket.expire(.now) { return end(socket, closure) }
    drive(socket)
    if sockets[id] != nil, let at = socket.nextDeadline { queue.schedule(id, at) }
  }

  mutating func driveAgain() {
    let ids = again
    again = []
    for id in ids { if let socket = sockets[id] { drive(socket) } }
    if !again.isEmpty { queue.ring() }
  }

  mutating func endAll() {
    for handshake in handshakes.values { end(handshake, .cancelled) }
    for socket in sockets.values { end(socket, WebSocketClosure(.lost, code: 1006)) }
  }

  private mutating func drive(_ handshake: HandshakeExchange) {
    let before = handshake.interest
    if handshake.drive() {
      handshakes[handshake.id] = nil
      queue.unwatch(handshake.stream.descriptor)
    } else if handshake.interest != before {
      queue.change(handshake.stream.descriptor, id: handshake.id, events: handshake.interest)
    }
  }

  private mutating func end(_ handshake: HandshakeExchange, _ error: WebSocketError) {
    handshakes[handshake.id] = nil
    queue.unwatch(handshake.stream.descriptor)
    handshake.finish(.failure(error))
  }

  private mutating func drive(_ socket: FramedSocket) {
    let before = socket.interest
    if let closure = socket.drive() { return end(socket, closure) }
    if socket.interest != before { queue.change(socket.stream.descriptor, id: socket.id, events: socket.interest) }
    if socket.hasUnreadBytes {
      again.insert(socket.id)
      queue.ring()
    }
  }

  private mutating func end(_ socket: FramedSocket, _ closure: WebSocketClosure) {
    sockets[socket.id] = nil
    again.remove(socket.id)
    queue.unwatch(socket.stream.descriptor)
    socket.free()
    socket.connection.end(closure)
  }
}
