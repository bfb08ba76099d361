/// One direction of a relayed connection: what was read and could not be written yet.
struct Pipe {
  enum End {
    /// More may come.
    case open
    /// The sender has ended, or is taken to have.
    case closed
    /// What was kept goes out, then a reset.
    case reset
  }

  /// Empty whenever reading goes on, so that a slow receiver stops its sender.
  private var pending: ArraySlice<UInt8> = []
  var end = End.open
  /// The end was passed on.
  private(set) var isClosed = false

  var wantsRead: Bool { end == .open && pending.isEmpty }
  var wantsWrite: Bool { !pending.isEmpty }
  /// Nothing is left to do but the reset.
  var isDueForReset: Bool { end == .reset && pending.isEmpty }

  /// Sends at once what can be sent and keeps the rest. False when the receiver is gone.
  mutating func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      switch RelaySocket.send(UnsafeRawBufferPointer(rebasing: bytes[sent...]), to: descriptor) {
      case .done(let count): sent += count
      case .later:
        pending += Array(bytes[sent...])
        return true
      case .failed: return false
      }
    }
    return true
  }

  /// Sends what was kept, then, once, the end. False when the receiver is gone.
  mutating func flush(to descriptor: Int32) -> Bool {
    let kept = pending
    pending = []
    guard kept.withUnsafeBytes({ write($0, to: descriptor) }) else { return false }
    if end == .closed, pending.isEmpty, !isClosed {
      isClosed = true
      RelaySocket.endSending(descriptor)
    }
    return true
  }
}
