import Clocks
import GatewayEngine
import HTTPTypes
import Metrics

/// The limits of one facade, with what each caller has left.
///
/// Addresses, keys and people have tables of their own: a flood from many addresses can push out buckets of addresses,
/// but none of a key.
final class RateLimits: Sendable {
  private struct Person: Hashable {
    let room: String
    let name: String
  }

  private struct Sender: Hashable {
    let provider: String
    let address: NetworkAddress
  }

  private let keys: BucketTable<String>?
  private let people: BucketTable<Person>?
  private let addresses: BucketTable<NetworkAddress>?
  private let hooks: BucketTable<Sender>?
  private let keyStreams: SlotTable<String>?
  private let peoplesStreams: SlotTable<Person>?
  private let addressStreams: SlotTable<NetworkAddress>?
  private let trustedProxies: [NetworkRange]
  private let time: any TimeSource
  private let metrics: MetricRegistry

  init(_ options: RateLimitOptions, time: any TimeSource, metrics: MetricRegistry) {
    keys = options.perKey.map { BucketTable($0, capacity: options.buckets) }
    people = options.perClientToken.map { BucketTable($0, capacity: options.buckets) }
    addresses = options.perAddress.map { BucketTable($0, capacity: options.buckets) }
    hooks = options.hooks.map { BucketTable($0, capacity: options.buckets) }
    keyStreams = options.streamsPerKey.map { SlotTable($0) }
    peoplesStreams = options.streamsPerClientToken.map { SlotTable($0) }
    addressStreams = options.streamsPerAddress.map { SlotTable($0) }
    trustedProxies = options.trustedProxies
    self.time = time
    self.metrics = metrics
  }

  // MARK: Requests

  /// One request of the address that `head` comes from; nil where addresses have no limit.
  func request(from head: HTTPRequestHead) -> RateReport? {
    addresses.map { report(.address, $0.take(neighbourhood(head), now: time.monotonicNanoseconds)) }
  }

  /// One delivery in a provider's name.
  func hook(of provider: String, from head: HTTPRequestHead) -> RateReport? {
    hooks.map {
      let sender = Sender(provider: provider, address: neighbourhood(head))
      return report(.hooks, $0.take(sender, now: time.monotonicNanoseconds))
    }
  }

  /// One request of whoever authenticated.
  func request(of principal: Principal) -> RateReport? {
    let now = time.monotonicNanoseconds
    switch principal {
    case .key(let key): return keys.map { report(.key, $0.take(key.id, now: now)) }
    case .client(let client): return people.map { report(.clientToken, $0.take(Self.person(client), now: now)) }
    }
  }

  // MARK: Streams

  /// Counts one more stream of a caller; the report says which limit is reached when there is one too many.
  func openStream(of principal: Principal, from head: HTTPRequestHead) -> (lease: SlotLease, refusal: RateReport?) {
    let lease = SlotLease()
    let refusal = refusal(of: principal, lease) ?? take(.addressStreams, neighbourhood(head), addressStreams, lease)
    if refusal != nil { lease.end() }
    return (lease, refusal)
  }

  private func refusal(of principal: Principal, _ lease: SlotLease) -> RateReport? {
    switch principal {
    case .key(let key): take(.keyStreams, key.id, keyStreams, lease)
    case .client(let client): take(.clientTokenStreams, Self.person(client), peoplesStreams, lease)
    }
  }

  /// nil when there was room, or is no limit.
  private func take<Key: Hashable & Sendable>(
    _ policy: RatePolicy, _ key: Key, _ table: SlotTable<Key>?, _ lease: SlotLease
  ) -> RateReport? {
    guard let table else { return nil }
    let standing = table.take(key)
    if standing.isLimited { return report(policy, standing) }
    lease.add { table.release(key) }
    return nil
  }

  // MARK: Who

  private static func person(_ client: ClientPrincipal) -> Person { Person(room: client.room, name: client.person) }

  /// A peer without an address, as in process, shares one bucket with its like.
  private func neighbourhood(_ head: HTTPRequestHead) -> NetworkAddress {
    let address = ForwardedFor.address(peer: head.peer, fields: head.fields, trusted: trustedProxies)
    return address?.neighbourhood ?? NetworkAddress(high: 0, low: 0)
  }

  private func report(_ policy: RatePolicy, _ standing: RateStanding) -> RateReport {
    if standing.isLimited {
      metrics.count(
        "switchboard_rate_limited_total", ["policy": policy.rawValue],
        help: "Requests refused because their caller had used up its share.")
    }
    return RateReport(policy: policy, standing: standing)
  }
}
