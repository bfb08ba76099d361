import Store

/// The tables of `InMemoryStore`, keyed by exact bytes.
struct MemoryRows: Sendable {
  struct ClaimKey: Hashable, Sendable {
    let principal: ExactString
    let route: ExactString
    let key: ExactString

    init(_ claim: IdempotencyClaim) {
      principal = ExactString(claim.principal)
      route = ExactString(claim.route)
      key = ExactString(claim.key)
    }
  }

  struct DeliveryKey: Hashable, Sendable {
    let provider: ExactString
    let key: ExactString

    init?(_ provider: String, _ key: String?) {
      guard let key else { return nil }
      self.provider = ExactString(provider)
      self.key = ExactString(key)
    }
  }

  /// The rows that go with one room.
  struct RoomContent: Sendable {
    var participants: [ExactString: ParticipantRecord] = [:]
    var sessions: [ExactString: SessionRecord] = [:]
    var members: [ExactString: MemberRecord] = [:]
    var bans: [ExactString: BanRecord] = [:]
    var resources: [ExactString: ResourceRecord] = [:]
    var factKeys: [ExactString: FactKey] = [:]
  }

  var rooms: [ExactString: RoomRecord] = [:]
  var contents: [ExactString: RoomContent] = [:]
  var people: [ExactString: [ExactString: PersonRecord]] = [:]
  /// In position order.
  var log: [EventRecord] = []
  var newestPosition: Int64 = 0
  private(set) var inbox: [ExactString: InboxRecord] = [:]
  /// The id in the inbox, by provider and delivery key.
  private var deliveries: [DeliveryKey: ExactString] = [:]
  var operations: [ExactString: OperationRecord] = [:]
  var claims: [ClaimKey: IdempotencyRecord] = [:]
  var leases: [ExactString: LeaseRecord] = [:]
  var tenants: [ExactString: TenantRecord] = [:]
  var keys: [ExactString: KeyRecord] = [:]

  /// The id under which a delivery is in the inbox.
  func delivery(_ provider: String, _ key: String?) -> ExactString? {
    DeliveryKey(provider, key).flatMap { deliveries[$0] }
  }

  mutating func put(_ delivery: InboxRecord) {
    inbox[ExactString(delivery.id)] = delivery
    guard let key = DeliveryKey(delivery.provider, delivery.deliveryKey) else { return }
    deliveries[key] = ExactString(delivery.id)
  }

  mutating func removeDelivery(_ id: ExactString) {
    guard let delivery = inbox.removeValue(forKey: id),
      let key = DeliveryKey(delivery.provider, delivery.deliveryKey)
    else { return }
    deliveries[key] = nil
  }

  func content(of room: String) -> RoomContent { contents[ExactString(room)] ?? RoomContent() }

  func events(after position: Int64) -> [EventRecord] {
    Array(log[firstIndex(after: position)...])
  }

  /// Where the events behind `position` begin.
  func firstIndex(after position: Int64) -> Int {
    var low = 0
    var high = log.count
    while low < high {
      let middle = (low + high) / 2
      if log[middle].position > position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
