/// A client, its connection to the server, and what travels between them. Belongs to the relay's thread.
final class RelayedConnection {
  enum Verdict {
    case goesOn
    /// Both ends have been told that it is over.
    case over
    /// Both ends are to be told by a reset.
    case broken
  }

  /// Reads of one wake-up, so that nobody waits long for a busy neighbour.
  private static let readsAtOnce = 4

  let client: Int32
  let server: Int32
  let serverPort: UInt16
  private(set) var toServer = Pipe()
  private(set) var toClient = Pipe()
  private let armory: Armory
  private var cut: AnswerCut?

  init(client: Int32, server: Int32, serverPort: UInt16, armory: Armory) {
    self.client = client
    self.server = server
    self.serverPort = serverPort
    self.armory = armory
  }

  /// Moves what can be moved now.
  func move(_ scratch: UnsafeMutableRawBufferPointer) -> Verdict {
    guard toServer.flush(to: server), toClient.flush(to: client) else { return .broken }
    for _ in 0..<Self.readsAtOnce {
      let fromClient = pullFromClient(scratch)
      // The kernel tells a failure once: whoever looks again sees an orderly end.
      guard fromClient != .failed else { return .broken }
      let fromServer = pullFromServer(scratch)
      guard fromServer != .failed, !toClient.isDueForReset else { return .broken }
      if fromClient == .later && fromServer == .later { break }
    }
    if toClient.isDueForReset { return .broken }
    return toServer.isClosed && toClient.isClosed ? .over : .goesOn
  }

  private func pullFromClient(_ scratch: UnsafeMutableRawBufferPointer) -> RelaySocket.Moved {
    guard toServer.wantsRead else { return .later }
    let moved = RelaySocket.receive(from: client, into: scratch)
    guard case .done(let count) = moved else { return moved }
    if count == 0 { toServer.end = .closed }
    // After a cut nobody listens any more to what the client says.
    let bytes = toClient.end == .open || cut == nil ? scratch[..<count] : scratch[..<0]
    let isSent = toServer.write(UnsafeRawBufferPointer(rebasing: bytes), to: server)
    return isSent && toServer.flush(to: server) ? moved : .failed
  }

  private func pullFromServer(_ scratch: UnsafeMutableRawBufferPointer) -> RelaySocket.Moved {
    guard toClient.wantsRead else { return .later }
    let (moved, armed) = armory.receive(serverPort, into: scratch)
    guard case .done(let count) = moved else { return moved }
    if let armed { cut = AnswerCut(armed.fault, skip: armed.skip) }
    if count == 0 { toClient.end = .closed }
    let bytes = UnsafeRawBufferPointer(rebasing: scratch[..<count])
    let isSent = cut == nil ? toClient.write(bytes, to: client) : writeCut(bytes)
    return isSent && toClient.flush(to: client) ? moved : .failed
  }

  private func writeCut(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let step = bytes.isEmpty ? cut.map({ AnswerCut.Step(bytes: $0.heldBack) }) : cut?.take(bytes) else {
      return true
    }
    switch step.ending {
    case .closed: toClient.end = .closed
    case .reset: toClient.end = .reset
    case nil: break
    }
    return step.bytes.withUnsafeBytes { toClient.write($0, to: client) }
  }
}
