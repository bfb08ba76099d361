/// Times of single answers, in nanoseconds.
struct Latencies {
  private(set) var values: [Int64] = []

  mutating func add(_ value: Int64) { values.append(value) }

  /// In microseconds; the value that this share of all is not above.
  func percentiles(_ shares: [Double]) -> [Double] {
    let sorted = values.sorted()
    return shares.map { share in
      guard !sorted.isEmpty else { return 0 }
      let rank = (share * Double(sorted.count)).rounded(.up)
      return Double(sorted[min(sorted.count, max(1, Int(rank))) - 1]) / 1_000
    }
  }
}
