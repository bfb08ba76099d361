import CMicrohttpd
import HTTPTypes
import Synchronization

/// Answers and streams.
extension Connection {
  /// On the library's thread. False closes the connection.
  func send(_ response: HTTPResponse, on handle: OpaquePointer) -> Bool {
    if case .stream(let source) = response.body, source is HTTPConnectionCut { return false }
    let (isLast, number, isHead) = state.withLock {
      ($0.isDraining, $0.exchange?.number ?? 0, $0.exchange?.head?.method == "HEAD")
    }
    if case .upgrade(let upgrade) = response.body { return send(response, upgrade, number, on: handle) }
    guard let outgoing = OutgoingResponse(response, closing: isLast, stream: StreamReader(self, number), core.report)
    else { return false }
    defer { MHD_destroy_response(outgoing.handle) }
    if case .stream = response.body { state.withLock { $0.exchange?.stream = StreamState() } }
    guard sb_mhd_queue(handle, UInt32(outgoing.status), outgoing.handle) != 0 else { return false }
    if case .stream(let source) = response.body, !isHead, outgoing.allowsBody { startStreaming(source, number) }
    return true
  }

  private func send(
    _ response: HTTPResponse, _ upgrade: any HTTPUpgrade, _ number: UInt64, on handle: OpaquePointer
  ) -> Bool {
    let upgrading = UpgradeHandle(self, number, upgrade)
    state.withLock { $0.exchange?.upgrading = upgrading }
    guard let outgoing = OutgoingResponse(response, upgrading: upgrading, core.report) else { return false }
    defer { MHD_destroy_response(outgoing.handle) }
    return sb_mhd_queue(handle, UInt32(outgoing.status), outgoing.handle) != 0
  }

  private func startStreaming(_ source: any HTTPBodySource, _ number: UInt64) {
    let producer = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.isCurrent(number) else { return nil }
      if state.peerClosed || state.isAborting { return state.exchange?.stream?.fail() }
      state.exchange?.task = core.run { await self.produce(source, number) }
      if state.isDraining { state.exchange?.task?.cancel() }
      return nil
    }
    producer?.resume(returning: false)
  }

  private func produce(_ source: any HTTPBodySource, _ number: UInt64) async {
    while let piece = await source.next() {
      guard await offer(piece, number) else { break }
    }
    state.withLock { state in
      guard state.isCurrent(number) else { return }
      state.exchange?.stream?.end()
      resume(&state)
    }
  }

  /// Returns once the piece is with the library; false when the client is gone.
  private func offer(_ piece: [UInt8], _ number: UInt64) async -> Bool {
    guard !piece.isEmpty else { return true }
    return await withCheckedContinuation { continuation in
      let taken = state.withLock { state in
        guard state.isCurrent(number), state.exchange?.stream?.offer(piece, continuation) == true else { return false }
        resume(&state)
        return true
      }
      if !taken { continuation.resume(returning: false) }
    }
  }

  /// The library wants more of the stream: how much was copied, nil at the end, or a negative number to cut.
  func read(_ number: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> StreamState.Take {
    let take = state.withLock { state -> StreamState.Take in
      guard !state.isAborting else { return .failed }
      guard state.isCurrent(number), let take = state.exchange?.stream?.take(into: buffer) else { return .failed }
      switch take {
      case .nothingYet:
        if state.exchange?.stream?.holdsHead == true { Socket.flush(descriptor) }
        suspend(&state)
      case .failed: comeAgain(&state)
      case .copied, .finished: break
      }
      return take
    }
    if case .copied(_, let producer?) = take { producer.resume(returning: true) }
    return take
  }

  /// Under the lock, on the library's thread, before a stream is cut. The library closes the connection then, but frees
  /// it and its descriptor only when it looks at it next, and would not do so before its idle time is over.
  private func comeAgain(_ state: inout ConnectionState) {
    suspend(&state)
    resume(&state)
  }
}
