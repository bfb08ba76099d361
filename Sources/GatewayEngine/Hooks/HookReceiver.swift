import JSONCoding
import MeetingCore
import RoomReducer
import StructuredLogging
import Store

/// Takes what vendors post: verify, read, then delivery, state and events in one commit, then 200.
struct HookReceiver: Sendable {
  let services: Services
  let parked: ParkedDeliveries

  func receive(provider name: String, body: [UInt8], header: @Sendable (String) -> [String]) async throws(GatewayError)
    -> HookAnswer
  {
    guard let account = services.registry.account(name), let receiver = receiver(account) else {
      return .noSuchProvider
    }
    let key: String?
    do { key = try receiver.verify(body, header: header, now: services.now) } catch { return rejected(error, name) }
    let delivery = receiver.read(body, receivedAt: services.now)
    if let key, try await isKnown(key, name) {
      try await takeWaiting(delivery.roomKey, name)
      return accepted(name, "duplicate")
    }
    guard delivery.isReadable else { return accepted(name, "unreadable") }
    guard let roomKey = delivery.roomKey else { return accepted(name, "unmatched") }
    let record = InboxRecord(
      id: services.identifiers.make("dlv_"), provider: name, deliveryKey: key, state: "parked", roomKey: roomKey,
      raw: receiver.kept(body), receivedAt: services.now.nanoseconds)
    return try await take(delivery, record, name)
  }

  private func take(_ delivery: WebhookDelivery, _ record: InboxRecord, _ name: String) async throws(GatewayError)
    -> HookAnswer
  {
    let roomKey = record.roomKey ?? ""
    guard let room = try await room(roomKey, name), room.phase != .creating else {
      return try await park(record, name)
    }
    guard delivery.concerns(room.providerRefs) else { return accepted(name, "unmatched") }
    await services.gate.pass(room.id)
    var submission = RoomSubmission(delivery.facts.map(RoomInput.fact))
    submission.inbox = [record.applied]
    let committed = try await services.commit(submission, to: room.id)
    return accepted(name, committed.isDuplicate ? "duplicate" : "applied")
  }

  /// The create may have committed while the delivery was being parked: then nobody would drain it but us.
  private func park(_ waiting: InboxRecord, _ name: String) async throws(GatewayError) -> HookAnswer {
    guard try await parked.park(waiting) else { return accepted(name, "duplicate") }
    if let room = try await room(waiting.roomKey ?? "", name), room.phase != .creating {
      _ = try await parked.take(waiting, room)
    }
    return accepted(name, "parked")
  }

  /// A delivery comes again because we could not say that we had it: what was parked then may go in now.
  private func takeWaiting(_ roomKey: String?, _ name: String) async throws(GatewayError) {
    guard let roomKey, let room = try await room(roomKey, name), room.phase != .creating else { return }
    _ = try await parked.drain(into: room)
  }

  private func receiver(_ account: ProviderAccount) -> (any WebhookReceiving)? {
    for kind in RoomKind.allCases {
      if let receiver = services.registry.ownOffering(of: account, for: kind)?.port(.webhooks) { return receiver }
    }
    return nil
  }

  private func room(_ key: String, _ provider: String) async throws(GatewayError) -> Room? {
    if let state = try await services.anyRoom(key), state.room.provider == provider { return state.room }
    return nil
  }

  private func isKnown(_ key: String, _ provider: String) async throws(GatewayError) -> Bool {
    let store = services.store
    return try await services.stored { () throws(StoreFailure) in
      try await store.hasDelivery(provider: provider, key: key)
    }
  }

  private func accepted(_ provider: String, _ outcome: String) -> HookAnswer {
    services.meters.hook(provider, outcome)
    return .accepted
  }

  /// The caller is told the same whatever was wrong; the log says what.
  private func rejected(_ rejection: WebhookRejection, _ provider: String) -> HookAnswer {
    switch rejection {
    case .unsupportedCoding(let coding):
      services.meters.hook(provider, "unsupported_coding")
      return .unsupportedCoding(coding)
    case .stale: return accepted(provider, "stale")
    default:
      services.meters.hook(provider, "unauthorized")
      services.logger.warning(
        "delivery not verified", ["provider": .string(provider), "reason": .string(String(describing: rejection))])
      return .unauthorized
    }
  }
}
