import Clocks
import GatewayEngine
import HTTPTypes
import JSONCoding
import MeetingCore
import Store

/// Requests that run at most once.
extension RESTFacade {
  func claim(_ key: String, by caller: Caller, _ head: HTTPRequestHead, _ body: JSON?) -> IdempotencyClaim {
    let route = head.method + " " + head.path
    return IdempotencyClaim(
      principal: IdempotencyKey.principal(of: caller), route: route, key: key,
      fingerprint: Fingerprint.bytes(of: body, route: route), owner: gateway.instance,
      expiresAt: time.wallNanoseconds + IdempotencyKey.lifetimeSeconds * 1_000_000_000)
  }

  /// Does the work, or gives the answer that the same key had before.
  func keyed(_ claim: IdempotencyClaim?, _ exchange: Exchange, _ work: @escaping Route.Work) async -> Served {
    guard let claim else { return await attempt(exchange, work) }
    do {
      switch try await gateway.beginIdempotent(claim) {
      case .run:
        let served = await attempt(exchange, work)
        await settle(claim, served)
        return served
      case .replay(let stored): return Served(answer: Self.replayed(stored))
      }
    } catch {
      return Served(answer: problem(error, in: exchange), error: error)
    }
  }

  /// Keeps a final answer and forgets what may go otherwise next time. A create that timed out stays bound to its
  /// operation: the engine settles it when the key comes again. What may have been done, and must not be done twice, stays
  /// bound too.
  private func settle(_ claim: IdempotencyClaim, _ served: Served) async {
    if served.error?.code == .providerTimeout, served.error?.operation != nil {
      return gateway.suspendIdempotent(claim)
    }
    if served.error?.leavesOpen == true { return gateway.suspendIdempotent(claim) }
    if served.error?.code == .storeUnavailable { return await gateway.interruptIdempotent(claim) }
    guard IdempotencyKey.isFinal(status: served.answer.status, code: served.error?.code),
      let body = served.answer.bytes
    else { return await gateway.abandonIdempotent(claim) }
    let stored = StoredAnswer(status: served.answer.status, fields: served.answer.fields, body: body)
    do { try await gateway.finishIdempotent(claim, stored) } catch {
      observer.lostAnswer(error)
    }
  }

  private static func replayed(_ stored: StoredAnswer) -> Answer {
    var answer = Answer(status: stored.status, fields: stored.fields)
    if !stored.body.isEmpty { answer.body = .bytes(stored.body) }
    answer.fields["Idempotent-Replayed"] = "true"
    return answer
  }
}
