import CLinux
import CWslay
import Cryptography
import HTTPTypes

/// A connection's framing, over wslay. Made and used on the loop's thread only.
final class FramedSocket {
  private static let readBudget = 64 << 10

  let id: UInt64
  let stream: any ByteStream
  let connection: WebSocketConnection
  private(set) var interest: UInt32 = EPOLLIN.rawValue
  private(set) var hasUnreadBytes = false

  private let options: WebSocketOptions
  private var context: wslay_event_context_ptr?
  private var early: ArraySlice<UInt8>
  private var outgoing = OutgoingBytes()
  private var budget = 0
  private var isEnded = false
  private var heardAt = ContinuousClock.now
  private var pingedAt: ContinuousClock.Instant?
  private var closingAt: ContinuousClock.Instant?
  private var toldCode: UInt16?
  private var peerReason = ""
  private var hasPeerClose = false

  /// `early` came before the framing began.
  init(id: UInt64, stream: any ByteStream, connection: WebSocketConnection, early: [UInt8], isClient: Bool) {
    self.id = id
    self.stream = stream
    self.connection = connection
    self.early = early[...]
    options = connection.options
    var callbacks = Self.callbacks
    let me = Unmanaged.passUnretained(self).toOpaque()
    _ =
      isClient
      ? wslay_event_context_client_init(&context, &callbacks, me)
      : wslay_event_context_server_init(&context, &callbacks, me)
    wslay_event_config_set_max_recv_msg_length(context, UInt64(options.maximumMessageBytes))
  }

  func free() {
    wslay_event_context_free(context)
    context = nil
    stream.close()
  }

  // MARK: What goes out

  func queue(_ message: WebSocketMessage) {
    let opcode: UInt8
    switch message {
    case .text: opcode = sb_wslay_text
    case .binary: opcode = sb_wslay_binary
    }
    queue(opcode, message.bytes)
  }

  func queueClose(_ code: UInt16, _ reason: String) {
    guard closingAt == nil else { return }
    toldCode = code
    closingAt = .now + options.closeTimeout
    let words = Array(reason.utf8.prefix(120))
    _ = wslay_event_queue_close(context, code, words, words.count)
  }

  private func queue(_ opcode: UInt8, _ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      var message = wslay_event_msg(opcode: opcode, msg: buffer.baseAddress, msg_length: buffer.count)
      _ = wslay_event_queue_msg(context, &message)
    }
  }

  // MARK: Moving

  /// Reads what there is and writes what may go. How it ended, or nil while it goes on.
  func drive() -> WebSocketClosure? {
    budget = Self.readBudget
    hasUnreadBytes = false
    if wslay_event_recv(context) != 0 { return lost }
    hasUnreadBytes = budget <= 0
    guard flush() else { return lost }
    if isEnded, wslay_event_get_close_received(context) == 0 { return lost }
    connection.noteOutgoing(outgoing.count + Int(clamping: wslay_event_get_queued_msg_length(context)))
    let reads = wslay_event_want_read(context) != 0
    let writes = wslay_event_want_write(context) != 0 || outgoing.count > 0
    if !reads && !writes { return goodbye }
    interest = (reads && takesMore ? EPOLLIN.rawValue : 0) | (writes ? EPOLLOUT.rawValue : 0)
    return nil
  }

  /// wslay fills our buffer, one call empties it: a header and its payload must not leave apart.
  private func flush() -> Bool {
    while true {
      if wslay_event_want_write(context) != 0, wslay_event_send(context) != 0 { return false }
      guard outgoing.count > 0 else { return true }
      switch outgoing.write(to: stream) {
      case .moved: if outgoing.count > 0 { return true }
      case .wouldBlock: return true
      case .ended, .failed: return false
      }
    }
  }

  private var takesMore: Bool {
    connection.takesMore && wslay_event_get_queued_msg_count(context) <= 64 && outgoing.count <= options.outgoingLimit
  }

  private var lost: WebSocketClosure {
    if wslay_event_get_close_received(context) != 0 { return goodbye }
    return WebSocketClosure(.lost, code: 1006)
  }

  private var goodbye: WebSocketClosure {
    let received = wslay_event_get_status_code_received(context)
    let sent = wslay_event_get_status_code_sent(context)
    if closingAt != nil { return WebSocketClosure(.local, code: toldCode ?? sent, reason: peerReason) }
    if hasPeerClose { return WebSocketClosure(.peer, code: received, reason: peerReason) }
    return WebSocketClosure(.violation, code: sent)
  }

  // MARK: Deadlines

  var nextDeadline: ContinuousClock.Instant? {
    if let closingAt { return closingAt }
    guard let interval = options.pingInterval else { return nil }
    return pingedAt.map { $0 + options.pongTimeout } ?? heardAt + interval
  }

  /// Pings a silent peer; how it ended when the peer stayed silent.
  func expire(_ now: ContinuousClock.Instant) -> WebSocketClosure? {
    if let closingAt { return now >= closingAt ? WebSocketClosure(.local, code: toldCode ?? 1006) : nil }
    guard let interval = options.pingInterval else { return nil }
    if let pingedAt {
      if now >= pingedAt + options.pongTimeout { return WebSocketClosure(.silent, code: 1006) }
    } else if now >= heardAt + interval {
      queue(sb_wslay_ping, [])
      pingedAt = now
    }
    return nil
  }

  // MARK: wslay's calls

  private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if !early.isEmpty {
      let count = min(early.count, buffer.count)
      buffer.copyBytes(from: early.prefix(count))
      early = early.dropFirst(count)
      return count
    }
    guard budget > 0, !isEnded, takesMore else { return stop(sb_wslay_would_block) }
    switch stream.read(into: buffer) {
    case .moved(let count):
      budget -= count
      heardAt = .now
      pingedAt = nil
      return count
    case .wouldBlock: return stop(sb_wslay_would_block)
    case .ended:
      isEnded = true
      return stop(sb_wslay_would_block)
    case .failed: return stop(sb_wslay_failure)
    }
  }

  private func stop(_ error: Int32) -> Int {
    wslay_event_set_error(context, error)
    return -1
  }

  private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard outgoing.count <= options.outgoingLimit else { return stop(sb_wslay_would_block) }
    outgoing.append(bytes)
    return bytes.count
  }

  private func received(_ opcode: UInt8, _ bytes: [UInt8]) {
    switch opcode {
    case sb_wslay_text: connection.deliver(.text(bytes))
    case sb_wslay_binary: connection.deliver(.binary(bytes))
    case sb_wslay_close:
      hasPeerClose = true
      peerReason = String(decoding: bytes.dropFirst(2), as: UTF8.self)
    default: break
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> FramedSocket {
    Unmanaged<FramedSocket>.fromOpaque(context!).takeUnretainedValue()
  }

  private static var callbacks: wslay_event_callbacks {
    var table = wslay_event_callbacks()
    table.recv_callback = { _, buffer, size, _, context in
      FramedSocket.of(context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
    }
    table.send_callback = { _, bytes, size, _, context in
      FramedSocket.of(context).take(UnsafeRawBufferPointer(start: bytes, count: size))
    }
    table.genmask_callback = { _, buffer, size, _ in
      let mask = SystemRandom().bytes(size)
      UnsafeMutableRawBufferPointer(start: buffer, count: size).copyBytes(from: mask)
      return 0
    }
    table.on_msg_recv_callback = { _, message, context in
      guard let message = message?.pointee else { return }
      let bytes = Array(UnsafeBufferPointer(start: message.msg, count: message.msg_length))
      FramedSocket.of(context).received(message.opcode, bytes)
    }
    return table
  }
}
