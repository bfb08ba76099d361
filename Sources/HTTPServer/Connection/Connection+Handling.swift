import HTTPTypes
import Synchronization

/// What runs as the exchange's task.
extension Connection {
  func decide(_ head: HTTPRequestHead, _ number: UInt64) async {
    switch await core.handler.admit(head) {
    case .answer(let response): answer(response, number, due: head.hasBody)
    case .read(let limit, let tooLarge, let handover) where head.hasBody:
      admit(BodyLimit(bytes: max(limit, 0), tooLarge: tooLarge, handover: handover), number)
    case .read(_, _, let handover):
      answer(await core.handler.respond(to: HTTPRequest(head: head, handover: handover)), number, due: false)
    }
  }

  func respond(_ request: HTTPRequest, _ number: UInt64) async {
    answer(await core.handler.respond(to: request), number, due: true)
  }

  private func admit(_ limit: BodyLimit, _ number: UInt64) {
    hand(.admitted(limit), number)
  }

  private func answer(_ response: HTTPResponse, _ number: UInt64, due: Bool) {
    hand(.answered(response, due: due), number)
  }

  /// Gives the exchange back to the library's thread, unless it has ended meanwhile.
  private func hand(_ phase: Exchange.Phase, _ number: UInt64) {
    state.withLock { state in
      guard state.isCurrent(number) else { return }
      if case .abandoned = state.exchange!.phase { return }
      state.deadline = nil
      state.exchange!.phase = phase
      state.exchange!.task = nil
      resume(&state)
    }
  }
}
