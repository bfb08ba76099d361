/// Counts of observations up to each bound.
struct Histogram: Sendable {
  private let bounds: [Double]
  private var counts: [Int]
  private var sum = 0.0
  private var total = 0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = [Int](repeating: 0, count: bounds.count)
  }

  mutating func add(_ value: Double) {
    sum += value
    total += 1
    if let index = bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
  }

  func text(_ name: String, _ labels: Labels) -> String {
    var cumulative = 0
    var lines = ""
    for (bound, count) in zip(bounds, counts) {
      cumulative += count
      lines += "\(name)_bucket\(labels.text(adding: ("le", bound.description))) \(cumulative)\n"
    }
    lines += "\(name)_bucket\(labels.text(adding: ("le", "+Inf"))) \(total)\n"
    return lines + "\(name)_sum\(labels.text) \(sum)\n\(name)_count\(labels.text) \(total)\n"
  }
}
