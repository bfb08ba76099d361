import Cryptography
import JSONCoding
import MeetingCore

/// Answers to our requests, in time, late or never.
extension SignallingSession {
  mutating func read(_ bytes: [UInt8]) {
    switch ProtooFrame.read(bytes) {
    case .request(let id, let method, let data): requested(method, data, id)
    case .notification(let method, let data): notified(method, data)
    case .accepted(let id, let data): answered(id, .success(data))
    case .refused(let id, let code, let reason): answered(id, .failure(.init(code: code, reason: reason)))
    // What is no message of theirs is no message.
    case nil: break
    }
  }

  struct Refusal: Error {
    let code: Int?
    let reason: String
  }

  private mutating func answered(_ id: Int64, _ answer: Result<JSON, Refusal>) {
    switch exchange.answer(id) {
    case .inTime(let asked):
      switch answer {
      case .success(let data): accepted(asked.purpose, data)
      case .failure(let refusal):
        let failure = RefusalCode.failure(
          refusal.code, refusal.reason, operation: asked.method, secrets: [identity.token.revealed])
        failed(asked.purpose, failure)
      }
    case .late(let asked):
      if case .success(let data) = answer { acceptedLate(asked.purpose, data) }
    case nil: break
    }
  }

  private mutating func accepted(_ purpose: Purpose, _ data: JSON) {
    switch purpose {
    case .caller(let ticket): outputs.append(.settle(ticket: ticket, .success(data)))
    case .mode(let mode, let ticket):
      setOwn(mode)
      outputs.append(.settle(ticket: ticket, .success(data)))
    case .capabilities: learned(data)
    case .transport(let isSending): made(data, isSending: isSending)
    case .join: joined(data)
    case .produce(let media): produced(media, data)
    case .closeProducer(let media): stopped(media)
    case .entry, .tidying: break
    }
  }

  private mutating func failed(_ purpose: Purpose, _ failure: ProviderFailure) {
    switch purpose {
    case .caller(let ticket): outputs.append(.settle(ticket: ticket, .failure(failure)))
    case .mode(_, let ticket):
      outputs.append(.settle(ticket: ticket, .failure(failure)))
      advanceAll()
    case .capabilities, .transport: prepareFailed(failure)
    // A question that nobody confirms may still be answered by the door.
    case .entry: if failure.reason != .timeout { finish(.refused(failure)) }
    case .join(let isBare): joinRefused(failure, isBare: isBare)
    case .produce(let media): produceFailed(media, failure)
    // Whatever the service says: nothing is published any more.
    case .closeProducer(let media): stopped(media)
    case .tidying: break
    }
  }

  /// Nobody waits for it, but it was done.
  private mutating func acceptedLate(_ purpose: Purpose, _ data: JSON) {
    switch purpose {
    case .mode(let mode, _): setOwn(mode)
    case .produce: if let id = data["id"]?.stringValue { tidy(producer: id) }
    default: break
    }
  }

  /// What takes too long is over: coming in as a whole, and every request for itself.
  mutating func expire() {
    if let comeInBy, comeInBy <= now {
      let step = exchange.giveUp { _ in true }.last?.method ?? "requestEntry"
      return finish(.refused(Self.timedOut(step)))
    }
    for asked in exchange.expire(now) where phase != .over { failed(asked.purpose, Self.timedOut(asked.method)) }
  }

  private static func timedOut(_ method: String) -> ProviderFailure {
    ProviderFailure(
      .timeout, executed: .maybe, operation: method, vendorMessage: Redacted(scrubbed: "no answer in time"))
  }
}
