/// Requests are due at fixed times. One that finds no free connection waits, and its time counts from when it was due: a
/// server that stalls is charged for all that it kept waiting.
struct ConstantRate {
  private let list: RequestList
  private let exchanges: [Exchange]
  private let poller: Poller
  private let interval: Int64
  private let total: Int
  private var result: Result
  private var free: [Int]
  private var sent = 0

  init(_ options: Options) throws(LoadFailure) {
    list = try RequestList(path: options.text("--requests"))
    poller = try Poller()
    let rate = try options.number("--rate")
    guard rate > 0 else { throw LoadFailure("--rate must be above 0") }
    interval = Int64(1e9 / rate)
    let wanted = Int(rate * (try options.number("--seconds")))
    total = options.repeats ? wanted : min(wanted, list.count)
    result = Result(expected: try options.count("--expect", or: 200))
    let port = try options.count("--port")
    var exchanges: [Exchange] = []
    for tag in 0..<(try options.count("--connections", or: 32)) {
      exchanges.append(Exchange(try Socket(port: port)))
      poller.watch(exchanges[tag].socket, tag: tag)
    }
    self.exchanges = exchanges
    free = Array(exchanges.indices)
  }

  mutating func run() throws(LoadFailure) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let start = Clock.now + 2_000_000
    while result.count < total {
      try sendDue(start)
      if sent < total, !free.isEmpty { poller.sleep(until: start + Int64(sent) * interval) }
      try poller.wait(milliseconds: sent < total && !free.isEmpty ? 0 : 10) { (tag) throws(LoadFailure) in
        guard let answer = try exchanges[tag].receive(buffer) else { return }
        result.add(answer.status, answer.body, took: Clock.now - exchanges[tag].since)
        free.append(tag)
      }
    }
    result.seconds = Double(Clock.now - start) / 1e9
    return result
  }

  private mutating func sendDue(_ start: Int64) throws(LoadFailure) {
    while sent < total, start + Int64(sent) * interval <= Clock.now, let tag = free.popLast() {
      try exchanges[tag].send(list[sent % list.count], since: start + Int64(sent) * interval)
      sent += 1
    }
  }
}
