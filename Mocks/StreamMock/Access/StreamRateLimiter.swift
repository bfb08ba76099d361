import HTTPTypes

/// Counts requests per endpoint and platform, of the account and of each user, in windows of one minute.
struct StreamRateLimiter: Sendable {
  struct Standing: Sendable {
    let limit: Int
    let remaining: Int
    /// Unix seconds at which the window ends.
    let reset: Int64
    let isExceeded: Bool

    var fields: HTTPFields {
      [
        "X-RateLimit-Limit": String(limit), "X-RateLimit-Remaining": String(remaining),
        "X-RateLimit-Reset": String(reset),
      ]
    }
  }

  private struct Key: Hashable {
    let endpoint: String
    let platform: String
    let user: String?
  }

  private var window: Int64 = 0
  private var counts: [Key: Int] = [:]
  private let appLimit: Int?
  private let userLimit: Int?
  /// What the header says where nothing is refused.
  private static let unlimited = 1_000_000

  init(_ options: StreamMockOptions) {
    appLimit = options.appRequestsPerMinute
    userLimit = options.userRequestsPerMinute
  }

  mutating func count(_ endpoint: String, platform: String, user: String?, now: Int64) -> Standing {
    turn(now)
    let app = add(Key(endpoint: endpoint, platform: platform, user: nil), appLimit)
    guard let user else { return app }
    let own = add(Key(endpoint: endpoint, platform: platform, user: user), userLimit)
    return own.isExceeded || !app.isExceeded && own.remaining < app.remaining ? own : app
  }

  /// How an endpoint stands, without counting.
  func standing(_ endpoint: String, platform: String, now: Int64) -> Standing {
    let isCurrent = window == now / 60_000_000_000
    let count = isCurrent ? counts[Key(endpoint: endpoint, platform: platform, user: nil)] ?? 0 : 0
    return standing(count, appLimit, now / 60_000_000_000)
  }

  private mutating func turn(_ now: Int64) {
    guard window != now / 60_000_000_000 else { return }
    window = now / 60_000_000_000
    counts = [:]
  }

  private mutating func add(_ key: Key, _ limit: Int?) -> Standing {
    counts[key, default: 0] += 1
    return standing(counts[key] ?? 0, limit, window)
  }

  private func standing(_ count: Int, _ limit: Int?, _ window: Int64) -> Standing {
    let shown = limit ?? Self.unlimited
    return Standing(
      limit: shown, remaining: max(0, shown - count), reset: (window + 1) * 60,
      isExceeded: limit.map { count > $0 } ?? false)
  }

  /// The platform a client names.
  static func platform(_ client: String?) -> String {
    let name = (client ?? "").lowercased()
    if name.contains("android") { return "android" }
    if name.contains("unity") { return "unity" }
    if name.contains("swift") || name.contains("ios") { return "ios" }
    if name.contains("-js") || name.contains("react") || name.contains("web") { return "web" }
    return "server_side"
  }
}
