import Cryptography
import JSONCoding
import MeetingCore
import Store
import Synchronization

/// Deliveries whose signature cannot be checked as long as a vendor's key cannot be had. Anybody can send such, so their
/// number is bounded; and they may hold secrets, so they are sealed.
final class UnverifiedDeliveries: Sendable {
  /// The most of one account that are kept: beyond it the vendor is asked to come again.
  static let most = 1_000
  private static let batch = 50

  private let services: Services
  private let key: [UInt8]
  private struct Kept {
    var counts: [String: Int] = [:]
    var waiting: Set<String> = []
  }
  private let kept = Mutex(Kept())

  init(services: Services, key: Secret) {
    self.services = services
    self.key = HMACSHA256.sign(Array("switchboard unverified deliveries".utf8), key: key.bytes)
  }

  /// Those that an earlier process had kept. Returns the accounts that have some.
  func load() async throws(GatewayError) -> [String] {
    let store = services.store
    let counts = try await services.stored { () throws(StoreFailure) in try await store.unverifiedCounts() }
    kept.withLock { $0.counts = counts }
    return counts.filter { $0.value > 0 }.keys.sorted()
  }

  /// Throws `.notReady` when there are too many.
  func keep(_ hook: IncomingHook, for receiver: any WebhookReceiving, _ provider: String) async throws(GatewayError) {
    let id = services.identifiers.make("dlv_")
    let document = hook.document(for: receiver, now: services.now)
    guard reserve(provider), let sealed = try? AESGCM.seal(document.bytes(), key: key, aad: Array(id.utf8)) else {
      throw GatewayError(.notReady, "the key that deliveries are signed with cannot be had now").with {
        $0.retryAfterSeconds = 30
      }
    }
    let record = InboxRecord(
      id: id, provider: provider, state: "unverified", raw: sealed, receivedAt: hook.receivedAt.nanoseconds)
    do { try await write(record) } catch {
      release(provider)
      throw error
    }
  }

  /// Some of an account's, the oldest first. A hook of nil can never be read: it was sealed with another key.
  func some(of provider: String) async throws(GatewayError) -> [(id: String, hook: IncomingHook?)] {
    let store = services.store
    let records = try await services.stored { () throws(StoreFailure) in
      try await store.unverifiedDeliveries(provider: provider, limit: Self.batch)
    }
    return records.map { record in
      let plain = try? AESGCM.open(record.raw, key: key, aad: Array(record.id.utf8))
      let document = plain.flatMap { try? JSON.parse($0, mode: .strict) }
      let receivedAt = Timestamp(nanoseconds: record.receivedAt)
      return (id: record.id, hook: document.flatMap { IncomingHook($0, receivedAt: receivedAt) })
    }
  }

  /// It is in its room or waits for it.
  func taken(_ provider: String) { release(provider) }

  /// Nothing comes of it.
  func drop(_ id: String, _ provider: String, receivedAt: Timestamp) async throws(GatewayError) {
    try await write(
      InboxRecord(id: id, provider: provider, state: "failed", raw: [], receivedAt: receivedAt.nanoseconds))
    release(provider)
  }

  /// True when nobody else does it: then `done` must be called.
  func begin(_ provider: String) -> Bool { kept.withLock { $0.waiting.insert(provider).inserted } }
  func done(_ provider: String) { kept.withLock { _ = $0.waiting.remove(provider) } }

  private func reserve(_ provider: String) -> Bool {
    kept.withLock { kept in
      guard kept.counts[provider, default: 0] < Self.most else { return false }
      kept.counts[provider, default: 0] += 1
      return true
    }
  }

  private func release(_ provider: String) {
    kept.withLock { kept in kept.counts[provider] = max(0, kept.counts[provider, default: 0] - 1) }
  }

  private func write(_ record: InboxRecord) async throws(GatewayError) {
    let store = services.store
    var commit = StoreCommit()
    commit.inbox = [record]
    let final = commit
    _ = try await services.stored { () throws(StoreFailure) in try await store.commit(final) }
  }
}
