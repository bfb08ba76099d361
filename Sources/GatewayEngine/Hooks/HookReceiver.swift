import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Takes what vendors post: verify, read, then delivery, state and events in one commit, then 200.
struct HookReceiver: Sendable {
  let services: Services
  let parked: ParkedDeliveries
  let keys: SigningKeys
  let unverified: UnverifiedDeliveries

  func receive(provider name: String, body: [UInt8], header: @escaping @Sendable (String) -> [String])
    async throws(GatewayError)
    -> HookAnswer
  {
    guard let account = services.registry.account(name), let receiver = Self.receiver(account, services) else {
      return .noSuchProvider
    }
    let hook = IncomingHook(body: body, header: header, receivedAt: services.now)
    var verdict = hook.verdict(of: receiver, now: services.now)
    if case .failure(.keyNotHere) = verdict { verdict = await keys.verdict(on: hook, receiver, account) }
    switch verdict {
    case .success(let key):
      return accepted(name, try await take(hook, key: key, id: services.identifiers.make("dlv_"), receiver, name))
    case .failure(.keyNotHere):
      try await unverified.keep(hook, for: receiver, name)
      wait(for: name)
      return accepted(name, .unverified)
    case .failure(let rejection): return rejected(rejection, name)
    }
  }

  static func receiver(_ account: ProviderAccount, _ services: Services) -> (any WebhookReceiving)? {
    for kind in RoomKind.allCases {
      if let receiver = services.registry.ownOffering(of: account, for: kind)?.port(.webhooks) { return receiver }
    }
    return nil
  }

  // MARK: What is known to be genuine

  /// `id` is the delivery's in the inbox.
  func take(
    _ hook: IncomingHook, key: String?, id: String, _ receiver: any WebhookReceiving, _ name: String
  ) async throws(GatewayError) -> HookFate {
    let delivery = receiver.read(hook.body, receivedAt: hook.receivedAt)
    let roomKey = try await roomKey(of: delivery, name)
    if let key, try await isKnown(key, name) {
      try await takeWaiting(roomKey, name)
      return .duplicate
    }
    guard delivery.isReadable else { return .unreadable }
    guard let roomKey else { return .unmatched }
    let record = InboxRecord(
      id: id, provider: name, deliveryKey: key, state: "parked", roomKey: roomKey, raw: receiver.kept(hook.body),
      receivedAt: hook.receivedAt.nanoseconds)
    return try await take(delivery, record, name)
  }

  private func take(_ delivery: WebhookDelivery, _ record: InboxRecord, _ name: String) async throws(GatewayError)
    -> HookFate
  {
    let roomKey = record.roomKey ?? ""
    guard let room = try await room(roomKey, name), room.phase != .creating else {
      return try await park(record, name)
    }
    guard delivery.concerns(room.providerRefs) else { return .unmatched }
    await services.gate.pass(room.id)
    var submission = RoomSubmission(delivery.facts.map(RoomInput.fact))
    submission.inbox = [record.applied]
    return try await services.commit(submission, to: room.id).isDuplicate ? .duplicate : .applied
  }

  /// The create may have committed while the delivery was being parked: then nobody would drain it but us.
  private func park(_ waiting: InboxRecord, _ name: String) async throws(GatewayError) -> HookFate {
    guard try await parked.park(waiting) else { return .duplicate }
    if let room = try await room(waiting.roomKey ?? "", name), room.phase != .creating {
      _ = try await parked.take(waiting, room)
    }
    return .parked
  }

  /// A delivery comes again because we could not say that we had it: what was parked then may go in now.
  private func takeWaiting(_ roomKey: String?, _ name: String) async throws(GatewayError) {
    guard let roomKey, let room = try await room(roomKey, name), room.phase != .creating else { return }
    _ = try await parked.drain(into: room)
  }

  /// Some vendors' deliveries only have the vendor's own name of the room.
  private func roomKey(of delivery: WebhookDelivery, _ provider: String) async throws(GatewayError) -> String? {
    if let key = delivery.roomKey { return key }
    let store = services.store
    for ref in delivery.refs.sorted(by: { $0.key < $1.key }).map(\.value) {
      let record = try await services.stored { () throws(StoreFailure) in
        try await store.room(provider: provider, ref: ref)
      }
      if let record { return record.id }
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

  // MARK: What the vendor is told

  private func accepted(_ provider: String, _ fate: HookFate) -> HookAnswer {
    services.meters.hook(provider, fate.rawValue)
    return .accepted
  }

  /// The caller is told the same whatever was wrong; the log says what.
  private func rejected(_ rejection: WebhookRejection, _ provider: String) -> HookAnswer {
    switch rejection {
    case .unsupportedCoding(let coding):
      services.meters.hook(provider, "unsupported_coding")
      return .unsupportedCoding(coding)
    case .stale: return accepted(provider, .stale)
    default:
      services.meters.hook(provider, "unauthorized")
      services.logger.warning(
        "delivery not verified", ["provider": .string(provider), "reason": .string(String(describing: rejection))])
      return .unauthorized
    }
  }
}
