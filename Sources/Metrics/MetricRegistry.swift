import Synchronization

/// Counters, gauges and histograms, by name and labels; rendered as Prometheus text.
package final class MetricRegistry: Sendable {
  /// Label sets kept per metric; whatever comes beyond is counted under `other`.
  private static let maximumSeries = 2_000
  private static let buckets: [Double] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

  /// Gives a gauge's value at the moment.
  package typealias Reading = @Sendable () -> Double

  private struct Family {
    var kind: String
    var help: String
    var counters: [Labels: Double] = [:]
    var histograms: [Labels: Histogram] = [:]
    var readings: [Labels: Reading] = [:]
  }

  private let families = Mutex<[String: Family]>([:])

  package init() {}

  /// Adds to a counter, made when first used.
  package func count(_ name: String, _ labels: Labels = [:], by amount: Double = 1, help: String) {
    families.withLock { families in
      let labels = Self.bounded(labels, families[name]?.counters.keys)
      families[name, default: Family(kind: "counter", help: help)].counters[labels, default: 0] += amount
    }
  }

  /// Sets a gauge, made when first used.
  package func set(_ name: String, _ labels: Labels = [:], to value: Double, help: String) {
    families.withLock { families in
      let labels = Self.bounded(labels, families[name]?.counters.keys)
      families[name, default: Family(kind: "gauge", help: help)].counters[labels] = value
    }
  }

  /// A gauge that is read whenever the metrics are rendered.
  package func watch(_ name: String, _ labels: Labels = [:], help: String, _ reading: @escaping Reading) {
    families.withLock { $0[name, default: Family(kind: "gauge", help: help)].readings[labels] = reading }
  }

  /// Raises or lowers a gauge, made when first used.
  package func raise(_ name: String, _ labels: Labels = [:], by amount: Double, help: String) {
    families.withLock { families in
      let labels = Self.bounded(labels, families[name]?.counters.keys)
      families[name, default: Family(kind: "gauge", help: help)].counters[labels, default: 0] += amount
    }
  }

  /// Notes a duration in seconds; one that is no number is left out.
  package func observe(_ name: String, _ labels: Labels = [:], seconds: Double, help: String) {
    guard seconds.isFinite else { return }
    families.withLock { families in
      let labels = Self.bounded(labels, families[name]?.histograms.keys)
      families[name, default: Family(kind: "histogram", help: help)].histograms[
        labels, default: Histogram(bounds: Self.buckets)
      ].add(seconds)
    }
  }

  /// A counter's or gauge's value; 0 when it was never touched.
  package func value(_ name: String, _ labels: Labels = [:]) -> Double {
    let (kept, reading) = families.withLock { ($0[name]?.counters[labels], $0[name]?.readings[labels]) }
    return reading?() ?? kept ?? 0
  }

  /// The Prometheus text format, in a stable order. Rendered from a copy, so that nobody waits meanwhile.
  package func render() -> String {
    let families = families.withLock { $0 }
    return families.sorted { $0.key < $1.key }.map { Self.text($0.key, $0.value) }.joined()
  }

  private static func bounded<Series: Collection>(_ labels: Labels, _ known: Series?) -> Labels
  where Series.Element == Labels {
    guard let known, known.count >= maximumSeries, !known.contains(labels) else { return labels }
    return labels.merged
  }

  private static func text(_ name: String, _ family: Family) -> String {
    let help = family.help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    let head = "# HELP \(name) \(help)\n# TYPE \(name) \(family.kind)\n"
    let counters = family.counters.map { ($0.key.text, "\(name)\($0.key.text) \(number($0.value))\n") }
    let readings = family.readings.map { ($0.key.text, "\(name)\($0.key.text) \(number($0.value()))\n") }
    let histograms = family.histograms.map { ($0.key.text, $0.value.text(name, $0.key)) }
    return head + (counters + readings + histograms).sorted { $0.0 < $1.0 }.map(\.1).joined()
  }

  static func number(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : value.description
  }
}
