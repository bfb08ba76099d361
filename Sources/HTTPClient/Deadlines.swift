import HTTPTypes

/// When a transfer has taken too long, and with which part. A value: told what happened, asked for the time.
struct Deadlines {
  typealias Instant = ContinuousClock.Instant

  private enum Part { case connecting, waiting, receiving }

  private let timeouts: HTTPTimeouts
  private let started: Instant
  private var part = Part.connecting
  private var since: Instant

  init(_ timeouts: HTTPTimeouts, started: Instant) {
    self.timeouts = timeouts
    self.started = started
    since = started
  }

  /// The connection stands and the request goes out.
  mutating func sending(_ now: Instant) { (part, since) = (.waiting, now) }

  /// A piece of the answer has come.
  mutating func received(_ now: Instant) { (part, since) = (.receiving, now) }

  /// The earliest time at which something may have run out.
  var next: Instant { min(partEnd, totalEnd) }

  /// What has run out by `now`; of two, the one that ran out first.
  func expired(_ now: Instant) -> HTTPClientFailure.Reason? {
    guard now >= next else { return nil }
    return totalEnd <= partEnd ? .totalTimeout : partReason
  }

  private var totalEnd: Instant { started + Self.bounded(timeouts.total) }

  private var partEnd: Instant {
    switch part {
    case .connecting: since + Self.bounded(timeouts.connect)
    case .waiting: since + Self.bounded(timeouts.firstByte)
    case .receiving: since + Self.bounded(timeouts.idle)
    }
  }

  private var partReason: HTTPClientFailure.Reason {
    switch part {
    case .connecting: .connectTimeout
    case .waiting: .firstByteTimeout
    case .receiving: .idleTimeout
    }
  }

  /// Keeps "for ever" within what clocks can add up: a year.
  static func bounded(_ duration: Duration) -> Duration { min(duration, .seconds(31_536_000)) }
}
