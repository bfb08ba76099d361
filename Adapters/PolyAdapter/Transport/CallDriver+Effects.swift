import ClientSupport
import Cryptography
import HTTPTypes
import JSONCoding
import StructuredLogging
import Synchronization
import WebSocket

/// What is done about each thing that the machine decides.
extension CallDriver {
  /// How long the vendor may take to hear that the call is over.
  private static let farewellTime: Duration = .seconds(5)
  /// Real time, as connections go by; how long the call waits is its machine's affair.
  private static let opening = HTTPTimeouts(connect: .seconds(5), total: .seconds(30))

  func perform(_ effect: CallMachine.Effect) {
    switch effect {
    case .send(let id, let request, let limit): send(id, request, limit)
    case .cancel(let id): cancel(id)
    case .connect(let key, let url):
      let opening = work.start { await self.carry(key, url.revealed) }
      state.withLock { $0.openings[key] = opening }
    case .giveUp(let key): if let opening = state.withLock({ $0.openings[key] }) { work.cancel(opening) }
    case .write(let key, let ticket, let frame): write(key, ticket, frame)
    case .media(let step): nextStep.yield(step)
    case .microphone(let isOn): media?.setMicrophone(isOn: isOn)
    case .agentAudio(let isOn): media?.setAgentAudio(isOn: isOn)
    case .engageAudio: if let audio = state.withLock({ $0.routing.engage() }) { listener.audio(audio) }
    case .settle(let failure): settle(failure)
    case .tell(let news): tell(news)
    // Not among the work of the call, since it waits for that.
    case .release(let release): Task { await self.release(release) }
    }
  }

  private func settle(_ failure: CallFailure?) {
    let starter = state.withLock { state in
      defer { state.starter = nil }
      return state.starter
    }
    starter?.resume(returning: failure)
  }

  // MARK: Requests

  private func send(_ id: Int, _ request: PolyRequest, _ limit: Duration) {
    guard let transport = state.withLock({ $0.parts?.transport }) else { return }
    log.debug("asks", ["operation": .string(request.operation)])
    let work = work.start {
      let result: Result<HTTPClientResponse, HTTPClientFailure>
      do throws(HTTPClientFailure) {
        result = .success(try await transport.send(request.prepared(total: limit)))
      } catch {
        result = .failure(error)
      }
      self.take(.answered(request: id, result))
    }
    state.withLock { $0.request = (id, work) }
  }

  private func cancel(_ id: Int) {
    let running = state.withLock { $0.request?.id == id ? $0.request?.work : nil }
    if let running { work.cancel(running) }
  }

  // MARK: Sockets

  private func carry(_ key: SocketKey, _ url: String) async {
    guard let sockets = state.withLock({ $0.parts?.sockets }) else { return }
    let connection: WebSocketConnection
    do {
      connection = try await sockets.connect(url, fields: [:], options: WebSocketOptions(), timeouts: Self.opening)
    } catch {
      return take(.socket(key, .refused(error)))
    }
    let (frames, outlet) = AsyncStream.makeStream(of: CallLine.Outgoing.self)
    guard adopt(key, CallLine(connection: connection, outlet: outlet)) else {
      // Nobody waits for it any more.
      outlet.finish()
      return await connection.close()
    }
    take(.socket(key, .opened))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.write(frames, on: connection, key) }
      while let message = await connection.receive() { take(.socket(key, .message(message.bytes))) }
      outlet.finish()
    }
    // Open still when the call is over: then it is closed there.
    guard let closure = connection.closure else { return }
    state.withLock { _ = $0.lines.removeValue(forKey: key) }
    take(.socket(key, .closed(closure)))
  }

  private func adopt(_ key: SocketKey, _ line: CallLine) -> Bool {
    state.withLock { state in
      guard !Task.isCancelled, state.machine.wants(key) else { return false }
      state.lines[key] = line
      return true
    }
  }

  private func write(_ key: SocketKey, _ ticket: Int, _ frame: OutgoingFrame) {
    guard let line = state.withLock({ $0.lines[key] }) else { return take(.socket(key, .sent(ticket: ticket, false))) }
    line.outlet.yield(CallLine.Outgoing(ticket: ticket, frame: frame))
  }

  private func write(
    _ frames: AsyncStream<CallLine.Outgoing>, on connection: WebSocketConnection, _ key: SocketKey
  ) async {
    for await next in frames {
      let isSent = await connection.send(.text(next.frame.bytes))
      take(.socket(key, .sent(ticket: next.ticket, isSent)))
    }
  }

  // MARK: The end

  /// Closes in the vendor's order, and then waits for whatever ran.
  private func release(_ release: CallRelease) async {
    work.cancel()
    if let farewell = release.farewell, let line = state.withLock({ $0.lines[farewell.key] }) {
      line.connection.startSending(.text(farewell.frame.bytes))
    }
    for key in release.sockets { await close(key, release.code) }
    await media?.close()
    nextStep.finish()
    if let request = release.request, let transport = state.withLock({ $0.parts?.transport }) {
      // Best effort: the vendor gives up a call by itself.
      _ = try? await transport.send(request.prepared(total: Self.farewellTime))
    }
    await work.stop()
    for key in state.withLock({ Array($0.lines.keys) }) { await close(key, release.code) }
    await released()
  }

  private func close(_ key: SocketKey, _ code: UInt16) async {
    let line = state.withLock { $0.lines.removeValue(forKey: key) }
    line?.outlet.finish()
    await line?.connection.close(code)
  }

  private func released() async {
    let (audio, hadNetwork) = state.withLock { state in
      defer { state.parts = nil }
      return (state.routing.release(), state.parts != nil)
    }
    if hadNetwork { await network.release() }
    if let audio { listener.audio(audio) }
    listener.released()
    let enders = state.withLock { state in
      state.isReleased = true
      defer { state.enders = [] }
      return state.enders
    }
    for ender in enders { ender.resume() }
  }

  // MARK: Telling

  private func tell(_ news: CallUpdate) {
    record(news)
    listener.news(news)
  }

  /// Nothing that was said in the call is written down, and no word that could be a secret.
  private func record(_ news: CallUpdate) {
    switch news {
    case .status(.failed(let failure)):
      log.error(
        "the call failed", ["error": .string("\(failure.error)"), "code": failure.code.map { .string($0) } ?? .null])
    case .status(let status): log.info("the call is \(status)")
    case .iceFallback: log.warning("there are no ICE servers to be had: the usual ones are taken")
    case .answered: log.debug("the vendor answered")
    case .recovering(let attempt):
      log.warning("the signalling broke off and is opened anew", ["attempt": .integer(Int64(attempt))])
    case .recovered: log.info("the signalling is open again")
    case .trouble(let trouble): log.warning(trouble.rawValue)
    case .sessionEnded: log.info("the messaging session is over")
    case .agentJoined: log.debug("the agent is there")
    case .agentLeft: log.debug("the agent has left")
    case .transcript: break
    }
  }
}
