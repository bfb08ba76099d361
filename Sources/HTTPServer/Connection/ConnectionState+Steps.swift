import HTTPTypes

extension ConnectionState {
  /// What the library's thread is to do when it calls for a request.
  enum Step {
    case judge(target: [UInt8])
    case proceed
    /// A deadline for the body starts.
    case readBody
    case respond(handover: (any Sendable)?)
    case send(HTTPResponse)
    /// The body is too large.
    case refuse(HTTPResponse)
    /// There is no room for the body.
    case refuseBusy
    case cut
    case cutOversized
  }

  /// The library calls: with a part of the body, or because the request advanced.
  mutating func advance(_ bytes: UnsafeRawBufferPointer, _ budget: BodyBudget) -> Step {
    guard !isAborting, exchange != nil else { return .cut }
    switch exchange!.phase {
    case .head(let target): return .judge(target: target)
    case .admitted(let limit): return startBody(limit, budget)
    case .body(let limit): return bytes.isEmpty ? endBody() : takeBody(bytes, limit, budget)
    case .answered(let response, let due): return answer(response, due: due)
    case .deciding, .responding, .sending, .abandoned: return .cut
    }
  }

  private mutating func startBody(_ limit: BodyLimit, _ budget: BodyBudget) -> Step {
    if limit.refusesUnread(declared: exchange!.head?.contentLength, clientWaits: exchange!.expectsContinue) {
      exchange!.phase = .sending
      leavesUnread = true
      return .refuse(limit.tooLarge)
    }
    if budget.isFull {
      exchange!.phase = .sending
      leavesUnread = true
      return .refuseBusy
    }
    exchange!.phase = .body(limit)
    return .readBody
  }

  private mutating func takeBody(
    _ bytes: UnsafeRawBufferPointer, _ limit: BodyLimit, _ budget: BodyBudget
  ) -> Step {
    let room = exchange!.body.room(for: bytes.count, limit: limit.bytes)
    if budget.take(room) { exchange!.held += room } else { exchange!.body.giveUp() }
    let declared = exchange!.head?.contentLength
    if exchange!.body.append(bytes, limit: limit.bytes, declared: declared) { return .proceed }
    exchange!.phase = .abandoned
    return .cutOversized
  }

  private mutating func endBody() -> Step {
    guard case .body(let limit) = exchange!.phase else { return .cut }
    deadline = nil
    exchange!.isRead = true
    if exchange!.body.isGivenUp {
      exchange!.phase = .sending
      return .refuseBusy
    }
    if exchange!.body.overflowed {
      exchange!.phase = .sending
      return .refuse(limit.tooLarge)
    }
    return .respond(handover: limit.handover)
  }

  private mutating func answer(_ response: HTTPResponse, due: Bool) -> Step {
    if due, exchange!.head?.hasBody == true, !exchange!.isRead { leavesUnread = true }
    exchange!.phase = due ? .sending : .answered(response, due: true)
    return due ? .send(response) : .proceed
  }
}
