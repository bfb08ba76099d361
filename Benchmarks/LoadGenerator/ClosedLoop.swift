/// As fast as the other side answers, with a fixed number of requests on their way.
struct ClosedLoop {
  private let list: RequestList
  private let exchanges: [Exchange]
  private let poller: Poller
  private let repeats: Bool
  private let duration: Int64
  private var result: Result
  private var next = 0

  init(_ options: Options) throws(LoadFailure) {
    list = try RequestList(path: options.text("--requests"))
    poller = try Poller()
    repeats = options.repeats
    duration = Int64(try options.number("--seconds", or: 600) * 1e9)
    result = Result(expected: try options.count("--expect", or: 200))
    let port = try options.count("--port")
    var exchanges: [Exchange] = []
    for tag in 0..<(try options.count("--connections", or: 32)) {
      exchanges.append(Exchange(try Socket(port: port)))
      poller.watch(exchanges[tag].socket, tag: tag)
    }
    self.exchanges = exchanges
  }

  /// Counts what was answered until the time was over, or until the list was done.
  mutating func run() throws(LoadFailure) -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    let start = Clock.now
    let end = start + duration
    for exchange in exchanges { try sendNext(exchange) }
    var last = start
    while exchanges.contains(where: \.isBusy), Clock.now < end {
      try poller.wait(milliseconds: 100) { (tag) throws(LoadFailure) in
        guard let answer = try exchanges[tag].receive(buffer) else { return }
        last = Clock.now
        result.add(answer.status, answer.body, took: last - exchanges[tag].since)
        if last < end { try sendNext(exchanges[tag]) }
      }
    }
    result.seconds = Double(last - start) / 1e9
    return result
  }

  private mutating func sendNext(_ exchange: Exchange) throws(LoadFailure) {
    if next == list.count {
      guard repeats else { return }
      next = 0
    }
    try exchange.send(list[next], since: Clock.now)
    next += 1
  }
}
