import Glibc

/// Holds many event streams open, then posts deliveries one by one and takes the time until each stream has the event.
///
/// Prints `ready` once all streams are open and goes on when a line comes in, so that memory can be read in between.
struct FanOut {
  private let deliveries: RequestList
  private let opening: RequestList
  private let streams: [EventStream]
  private let poller: Poller
  private let hook: Exchange
  private let marker: String
  private let pause: UInt32
  private var all = Latencies()
  private var lasts = Latencies()
  private var lost = 0

  init(_ options: Options) throws(LoadFailure) {
    opening = try RequestList(path: options.text("--open"))
    deliveries = try RequestList(path: options.text("--requests"))
    marker = try options.text("--marker")
    guard !marker.isEmpty else { throw LoadFailure("--marker is empty") }
    pause = UInt32(try options.count("--pause-ms", or: 20)) * 1_000
    poller = try Poller()
    let port = try options.count("--port")
    hook = Exchange(try Socket(port: port))
    var streams: [EventStream] = []
    for tag in 0..<(try options.count("--streams")) {
      streams.append(EventStream(try Socket(port: port)))
      poller.watch(streams[tag].socket, tag: tag)
      try streams[tag].socket.write(opening[tag % opening.count])
    }
    self.streams = streams
  }

  mutating func run() throws(LoadFailure) -> String {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    try open(buffer)
    Output.line("ready")
    _ = readLine()
    for index in 0..<deliveries.count { try deliver(index, buffer) }
    let (each, last) = (all.percentiles([0.5, 0.99, 1]), lasts.percentiles([0.5, 0.99, 1]))
    return """
      {"streams":\(streams.count),"deliveries":\(deliveries.count),"lost":\(lost),\
      "p50_us":\(each[0]),"p99_us":\(each[1]),"max_us":\(each[2]),\
      "last_p50_us":\(last[0]),"last_p99_us":\(last[1]),"last_max_us":\(last[2])}
      """
  }

  private func open(_ buffer: UnsafeMutableRawBufferPointer) throws(LoadFailure) {
    let none = Array(marker.utf8)
    let limit = Clock.now + 60_000_000_000
    while streams.contains(where: { !$0.isOpen }) {
      guard Clock.now < limit else { throw LoadFailure("not all streams opened within a minute") }
      try poller.wait(milliseconds: 100) { (tag) throws(LoadFailure) in
        _ = try streams[tag].receive(buffer, marker: none)
      }
    }
  }

  private mutating func deliver(_ index: Int, _ buffer: UnsafeMutableRawBufferPointer) throws(LoadFailure) {
    let wanted = Array("\(marker)\(index)\"".utf8)
    try drain(wanted, buffer)
    var missing = Set(streams.indices)
    let start = Clock.now
    try hook.send(deliveries[index], since: start)
    var last: Int64 = 0
    while !missing.isEmpty, Clock.now - start < 10_000_000_000 {
      try poller.wait(milliseconds: 100) { (tag) throws(LoadFailure) in
        guard try streams[tag].receive(buffer, marker: wanted), missing.remove(tag) != nil else { return }
        last = Clock.now - start
        all.add(last)
      }
    }
    lost += missing.count
    lasts.add(last)
    try finishHook(buffer)
    usleep(pause)
  }

  /// Heartbeats that came meanwhile.
  private func drain(_ marker: [UInt8], _ buffer: UnsafeMutableRawBufferPointer) throws(LoadFailure) {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      try poller.wait(milliseconds: 0) { (tag) throws(LoadFailure) in
        isQuiet = false
        _ = try streams[tag].receive(buffer, marker: marker)
      }
    }
  }

  private func finishHook(_ buffer: UnsafeMutableRawBufferPointer) throws(LoadFailure) {
    while true {
      var entry = pollfd(fd: hook.socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 10_000) > 0 else { throw LoadFailure("a delivery was not answered") }
      guard let answer = try hook.receive(buffer) else { continue }
      guard answer.status == 200 else {
        throw LoadFailure("a delivery was answered \(answer.status): \(String(decoding: answer.body, as: UTF8.self))")
      }
      return
    }
  }
}
