import JSONCoding

/// The sender's state: what is known, what waits, which mutations come next. A value; the sender keeps it under its lock.
struct WebhookBook {
  /// What to do with a delivery that was just entered.
  enum Step {
    case enqueue
    case enqueueTwice
    case enqueueLater(milliseconds: Int)
    case hold
    case nothing
  }

  struct PendingMutation {
    let mutation: WebhookMutation
    var times: Int
    let delay: Int
  }

  private(set) var deliveries: [Int: WebhookDelivery] = [:]
  /// Keys in order; keys are handed out upwards, so the oldest is the smallest.
  private var oldest = 1
  private var nextKey = 1
  var mutations: [PendingMutation] = []
  /// Waiting first attempts by URL, as keys.
  var queues: [String: [Int]] = [:]
  var workers: [String: Int] = [:]
  /// Deliveries held back until another one for their URL was queued.
  var held: [String: [Int]] = [:]
  let memory: Int

  init(memory: Int) { self.memory = memory }

  var all: [WebhookDelivery] { (oldest..<nextKey).compactMap { deliveries[$0] } }

  subscript(key: Int) -> WebhookDelivery? {
    get { deliveries[key] }
    set { deliveries[key] = newValue }
  }

  func key(of id: String) -> Int? { (oldest..<nextKey).last { deliveries[$0]?.id == id } }

  mutating func enter(_ event: MockEvent, _ target: MockEvent.Delivery) -> (key: Int, step: Step) {
    let pending = takeMutation()
    let key = nextKey
    nextKey += 1
    var delivery = WebhookDelivery(
      id: target.id, tenant: event.tenant, url: target.url, type: event.type, payload: event.payload,
      mutation: pending?.mutation)
    if pending?.mutation == .drop { delivery.state = .dropped }
    deliveries[key] = delivery
    // What still waits is never forgotten: a receiver that is behind must get it all the same.
    while nextKey - oldest > memory, deliveries[oldest]?.state != .pending {
      deliveries[oldest] = nil
      oldest += 1
    }
    return (key, step(pending))
  }

  /// Puts a delivery, and whatever was held back for its URL, at the end of the queue.
  mutating func enqueue(_ key: Int) {
    guard let url = deliveries[key]?.url else { return }
    queues[url, default: []].append(key)
    queues[url, default: []] += held.removeValue(forKey: url) ?? []
  }

  /// Lets go of what is still held back for `key`'s URL; false when it already went.
  mutating func release(_ key: Int) -> Bool {
    guard let url = deliveries[key]?.url, let index = held[url]?.firstIndex(of: key) else { return false }
    held[url]?.remove(at: index)
    queues[url, default: []].append(key)
    return true
  }

  /// Forgets everything but the keys handed out, so that work still under way cannot meet a newer delivery.
  mutating func clear() {
    deliveries = [:]
    oldest = nextKey
    mutations = []
    queues = [:]
    workers = [:]
    held = [:]
  }

  private mutating func takeMutation() -> PendingMutation? {
    guard let first = mutations.first else { return nil }
    mutations[0].times -= 1
    if mutations[0].times == 0 { mutations.removeFirst() }
    return first
  }

  private func step(_ pending: PendingMutation?) -> Step {
    switch pending?.mutation {
    case .drop: .nothing
    case .duplicate: .enqueueTwice
    case .delay: .enqueueLater(milliseconds: pending?.delay ?? 0)
    case .reorder: .hold
    default: .enqueue
    }
  }
}
