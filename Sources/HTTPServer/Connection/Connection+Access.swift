import CMicrohttpd
import HTTPTypes
import Synchronization

/// The library's call for a request.
struct AccessCall {
  let connection: OpaquePointer
  let method: UnsafePointer<CChar>
  let version: UnsafePointer<CChar>
  let bytes: UnsafeRawBufferPointer
}

/// What the library's threads call.
extension Connection {
  /// The request line is complete.
  func begin(target: UnsafePointer<CChar>) {
    let bytes = Array(UnsafeRawBufferPointer(start: target, count: Socket.length(target)))
    state.withLock { state in
      state.exchanges += 1
      state.exchange = Exchange(number: state.exchanges, phase: .head(target: bytes))
      if state.deadline?.kind != .head { arm(&state, .head, after: core.configuration.headTimeout) }
    }
  }

  /// The head is complete, a part of the body came, or the request advanced. False closes the connection.
  func access(_ call: AccessCall) -> Bool {
    switch state.withLock({ $0.advance(call.bytes, core.bodies) }) {
    case .judge(let target): return judge(call, target)
    case .proceed: return true
    case .readBody:
      state.withLock { arm(&$0, .body, after: core.configuration.bodyTimeout) }
      return true
    case .respond(let handover): return startResponding(handover)
    case .send(let response): return send(response, on: call.connection)
    case .refuseBusy:
      core.report(.bodiesFull)
      return send(.busy, on: call.connection)
    case .refuse(let response):
      core.report(.answeredTooLarge)
      return send(response, on: call.connection)
    case .cut: return false
    case .cutOversized:
      core.report(.oversizedBody)
      return false
    }
  }

  private func judge(_ call: AccessCall, _ target: [UInt8]) -> Bool {
    let reader = HeadReader(
      connection: call.connection, method: call.method, version: call.version, target: target, peer: peer,
      limit: core.configuration.maximumHeadBytes)
    do throws(HeadRefusal) {
      return startDeciding(try reader.read())
    } catch {
      core.report(.refusedHead(error))
      state.withLock {
        $0.deadline = nil
        $0.exchange?.phase = .sending
        $0.leavesUnread = true
      }
      return send(error.response, on: call.connection)
    }
  }

  private func startDeciding(_ accepted: AcceptedHead) -> Bool {
    state.withLock { state in
      state.deadline = nil
      guard !state.isAborting, let number = state.exchange?.number else { return false }
      state.exchange?.head = accepted.head
      state.exchange?.expectsContinue = accepted.expectsContinue
      state.exchange?.phase = .deciding
      suspend(&state)
      armGrace(&state)
      state.exchange?.task = core.run { await self.decide(accepted.head, number) }
      return true
    }
  }

  private func startResponding(_ handover: (any Sendable)?) -> Bool {
    state.withLock { state in
      guard !state.isAborting, let number = state.exchange?.number, let head = state.exchange?.head,
        let body = state.exchange?.body.take()
      else { return false }
      state.exchange?.phase = .responding
      suspend(&state)
      armGrace(&state)
      let request = HTTPRequest(head: head, body: body, handover: handover)
      state.exchange?.task = core.run { await self.respond(request, number) }
      return true
    }
  }
}
