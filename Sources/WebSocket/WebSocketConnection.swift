import HTTPTypes
import Synchronization

/// One end of an open connection. One task receives, any number may send.
package final class WebSocketConnection: Sendable {
  private struct State {
    var inbox: [WebSocketMessage] = []
    var inboxBytes = 0
    var reader: CheckedContinuation<WebSocketMessage?, Never>?
    var senders: [CheckedContinuation<Bool, Never>] = []
    var closers: [CheckedContinuation<Void, Never>] = []
    var outgoingBytes = 0
    var closure: WebSocketClosure?
  }

  let options: WebSocketOptions
  /// The protocol that both ends agreed on; nil = none.
  package let subprotocol: String?
  private let id: UInt64
  private let loop: WebSocketLoop
  private let state = Mutex(State())

  init(id: UInt64, loop: WebSocketLoop, options: WebSocketOptions, subprotocol: String?) {
    self.id = id
    self.loop = loop
    self.options = options
    self.subprotocol = subprotocol
  }

  /// How it ended; nil while it is open.
  package var closure: WebSocketClosure? { state.withLock { $0.closure } }

  /// The next message; nil at the end, or when the task is cancelled.
  package func receive() async -> WebSocketMessage? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch take(continuation) {
        case .message(let message, let wasFull):
          if wasFull { loop.post { $0.resume(self.id) } }
          continuation.resume(returning: message)
        case .end: continuation.resume(returning: nil)
        case .waiting: if Task.isCancelled { stopReceiving() }
        }
      }
    } onCancel: {
      stopReceiving()
    }
  }

  /// Returns once the message is on its way, or waits with little else before it. False when the connection has ended.
  @discardableResult
  package func send(_ message: WebSocketMessage) async -> Bool {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.closure != nil { return true }
        state.outgoingBytes += message.bytes.count
        state.senders.append(continuation)
        return false
      }
      if isOver { return continuation.resume(returning: false) }
      loop.post { $0.send(message, on: self.id) }
    }
  }

  /// Sends after what was sent before, without waiting for it. For little: nothing bounds what waits.
  package func startSending(_ message: WebSocketMessage) {
    loop.post { $0.send(message, on: self.id) }
  }

  /// Says goodbye and returns when the connection is gone: when the peer has answered, or did not in time. Not cut short
  /// by cancellation.
  package func close(_ code: UInt16 = 1000, _ reason: String = "") async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.closure != nil { return true }
        state.closers.append(continuation)
        return false
      }
      if isOver { return continuation.resume() }
      loop.post { $0.close(self.id, code, reason) }
    }
  }

  /// Says goodbye without waiting for the end.
  package func startClosing(_ code: UInt16, _ reason: String = "") {
    loop.post { $0.close(self.id, code, reason) }
  }

  /// Breaks the connection off without a goodbye, as a network does: the peer sees it end, or reset.
  package func startDropping() {
    loop.post { $0.drop(self.id) }
  }

  // MARK: The loop's side

  /// Hands the bytes to the loop; `early` came before the framing began.
  func open(over stream: any ByteStream, early: [UInt8], isClient: Bool) {
    let isTaken = loop.post { sockets in
      sockets.add(FramedSocket(id: self.id, stream: stream, connection: self, early: early, isClient: isClient))
    }
    if isTaken { return }
    stream.close()
    end(WebSocketClosure(.lost, code: 1006))
  }

  var takesMore: Bool { state.withLock { $0.inboxBytes < options.incomingLimit } }

  func deliver(_ message: WebSocketMessage) {
    let reader = state.withLock { state -> CheckedContinuation<WebSocketMessage?, Never>? in
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.inbox.append(message)
      state.inboxBytes += message.bytes.count + 64
      return nil
    }
    reader?.resume(returning: message)
  }

  /// So much still waits to be sent.
  func noteOutgoing(_ bytes: Int) {
    let senders = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
      state.outgoingBytes = bytes
      guard bytes <= options.outgoingLimit else { return [] }
      defer { state.senders = [] }
      return state.senders
    }
    for sender in senders { sender.resume(returning: true) }
  }

  func end(_ closure: WebSocketClosure) {
    let (reader, senders, closers) = state.withLock { state in
      if state.closure == nil { state.closure = closure }
      defer { (state.reader, state.senders, state.closers) = (nil, [], []) }
      return (state.reader, state.senders, state.closers)
    }
    reader?.resume(returning: nil)
    for sender in senders { sender.resume(returning: false) }
    for closer in closers { closer.resume() }
  }

  private enum Taken {
    case message(WebSocketMessage, wasFull: Bool)
    case end
    case waiting
  }

  private func take(_ continuation: CheckedContinuation<WebSocketMessage?, Never>) -> Taken {
    state.withLock { state in
      if !state.inbox.isEmpty {
        let wasFull = state.inboxBytes >= options.incomingLimit
        let message = state.inbox.removeFirst()
        state.inboxBytes -= message.bytes.count + 64
        return .message(message, wasFull: wasFull)
      }
      if state.closure != nil || state.reader != nil { return .end }
      state.reader = continuation
      return .waiting
    }
  }

  private func stopReceiving() {
    state.withLock { state in
      defer { state.reader = nil }
      return state.reader
    }?.resume(returning: nil)
  }
}
