/// What callers may ask for: in all, in a time, and at the same time.
extension SettingsReader {
  private static let mostPerMinute = 10_000_000
  private static let mostAtOnce = 1_000_000

  func readLimits(_ section: SectionReader) -> GatewayConfiguration.Limits {
    let limits = readAll(section)
    let isOn = section.flag("enabled", or: true, "false takes away every limit of requests and streams")
    return isOn
      ? limits
      : .init(
        maximumBodyBytes: limits.maximumBodyBytes, maximumConnections: limits.maximumConnections,
        maximumRequestsInFlight: limits.maximumRequestsInFlight)
  }

  private func readAll(_ section: SectionReader) -> GatewayConfiguration.Limits {
    .init(
      maximumBodyBytes: section.integer(
        "maximum_body_bytes", or: 1 << 20, in: 1_024...(64 << 20), "the largest body of a request"),
      maximumConnections: section.integer(
        "maximum_connections", or: 12_000, in: 16...100_000, "connections open at once"),
      maximumRequestsInFlight: section.integer(
        "maximum_requests_in_flight", or: 4_096, in: 16...100_000, "requests worked on at once; more are 503"),
      perKey: rate(section, "requests", "per_key", or: 6_000, "of one API key"),
      perClientToken: rate(section, "requests", "per_client_token", or: 600, "of one person in one room"),
      perAddress: rate(section, "requests", "per_address", or: 12_000, "from one address (IPv6: one /64)"),
      hooksPerAddress: rate(
        section, "hooks", "per_address", or: 60_000, burst: 5_000, "of one provider from one address"),
      streamsPerKey: streams(section, "key", or: 5_000, "by one API key"),
      streamsPerClientToken: streams(section, "client_token", or: 20, "by one person in one room"),
      streamsPerAddress: streams(section, "address", or: 5_000, "by one address (IPv6: one /64)"))
  }

  private func rate(
    _ section: SectionReader, _ things: String, _ owner: String, or fallback: Int, burst: Int = 0, _ words: String
  ) -> GatewayConfiguration.Rate? {
    let what = things == "hooks" ? "deliveries" : things
    let perMinute = section.integer(
      "\(things)_per_minute_\(owner)", or: fallback, in: 0...Self.mostPerMinute,
      "\(what) a minute \(words); 0 = no limit")
    let atOnce = section.integer(
      "\(things)_at_once_\(owner)", or: burst, in: 0...Self.mostAtOnce,
      "\(what) at once \(words); 0 = a minute's")
    guard perMinute > 0 else { return nil }
    return .init(perMinute: perMinute, burst: atOnce > 0 ? atOnce : min(perMinute, Self.mostAtOnce))
  }

  private func streams(_ section: SectionReader, _ owner: String, or fallback: Int, _ words: String) -> Int? {
    let limit = section.integer(
      "streams_per_\(owner)", or: fallback, in: 0...100_000, "event streams held open \(words); 0 = no limit")
    return limit > 0 ? limit : nil
  }
}
