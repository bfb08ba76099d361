package import HTTPTypes

/// What callers may ask of the gateway; nil = no limit.
package struct RateLimitOptions: Sendable {
  package var perKey: RateLimit?
  /// Per person in a room.
  package var perClientToken: RateLimit?
  package var perAddress: RateLimit?
  /// Of one provider from one address.
  package var hooks: RateLimit?
  package var streamsPerKey: Int?
  package var streamsPerClientToken: Int?
  package var streamsPerAddress: Int?
  /// Proxies whose `X-Forwarded-For` is believed.
  package var trustedProxies: [NetworkRange]
  /// Buckets kept of each limit.
  package var buckets: Int

  package init(
    perKey: RateLimit? = nil, perClientToken: RateLimit? = nil, perAddress: RateLimit? = nil, hooks: RateLimit? = nil,
    streamsPerKey: Int? = nil, streamsPerClientToken: Int? = nil, streamsPerAddress: Int? = nil,
    trustedProxies: [NetworkRange] = [], buckets: Int = 65_536
  ) {
    self.perKey = perKey
    self.perClientToken = perClientToken
    self.perAddress = perAddress
    self.hooks = hooks
    self.streamsPerKey = streamsPerKey
    self.streamsPerClientToken = streamsPerClientToken
    self.streamsPerAddress = streamsPerAddress
    self.trustedProxies = trustedProxies
    self.buckets = buckets
  }
}
