/// What a run of requests came to.
struct Result {
  let expected: Int
  var latencies = Latencies()
  var statuses: [Int: Int] = [:]
  var seconds = 0.0
  /// The first answer that was not as expected.
  private(set) var surprise: String?

  init(expected: Int) { self.expected = expected }

  mutating func add(_ status: Int, _ body: ArraySlice<UInt8>, took nanoseconds: Int64) {
    latencies.add(nanoseconds)
    statuses[status, default: 0] += 1
    if status != expected, surprise == nil { surprise = String(decoding: body.prefix(300), as: UTF8.self) }
  }

  var count: Int { latencies.values.count }

  var json: String {
    let times = latencies.percentiles([0.5, 0.99, 1])
    let statuses = statuses.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let unexpected = self.statuses.filter { $0.key != expected }.reduce(0) { $0 + $1.value }
    return """
      {"requests":\(count),"seconds":\(seconds),"rate":\(seconds > 0 ? Double(count) / seconds : 0),\
      "p50_us":\(times[0]),"p99_us":\(times[1]),"max_us":\(times[2]),"statuses":{\(statuses)},\
      "unexpected":\(unexpected),"surprise":\(quoted(surprise ?? ""))}
      """
  }

  private func quoted(_ text: String) -> String {
    let parts = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 32: " "
      default: String(scalar)
      }
    }
    return "\"\(parts.joined())\""
  }
}
