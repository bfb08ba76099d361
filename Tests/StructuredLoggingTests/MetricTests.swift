import Metrics
import Testing

@Suite("Metrics")
struct MetricTests {
  @Test("counters, gauges and histograms are rendered in the Prometheus form")
  func renders() {
    let metrics = MetricRegistry()
    metrics.count("switchboard_requests_total", ["route": "rooms", "status": "200"], help: "Requests answered.")
    metrics.count("switchboard_requests_total", ["status": "200", "route": "rooms"], by: 2, help: "Requests answered.")
    metrics.count("switchboard_requests_total", ["route": "keys", "status": "500"], help: "Requests answered.")
    metrics.set("switchboard_open_streams", to: 7, help: "Streams open now.")
    metrics.set("switchboard_open_streams", to: 2.5, help: "Streams open now.")
    #expect(
      metrics.render() == """
        # HELP switchboard_open_streams Streams open now.
        # TYPE switchboard_open_streams gauge
        switchboard_open_streams 2.5
        # HELP switchboard_requests_total Requests answered.
        # TYPE switchboard_requests_total counter
        switchboard_requests_total{route="keys",status="500"} 1
        switchboard_requests_total{route="rooms",status="200"} 3

        """)
    #expect(metrics.value("switchboard_requests_total", ["route": "rooms", "status": "200"]) == 3)
    #expect(metrics.value("switchboard_requests_total", ["route": "none"]) == 0)
  }

  @Test("a histogram's buckets add up, each with all below it")
  func buckets() {
    let metrics = MetricRegistry()
    for seconds in [0.0005, 0.001, 0.003, 0.7, 60, .nan, .infinity] {
      metrics.observe("switchboard_seconds", ["op": "x"], seconds: seconds, help: "h")
    }
    let lines = metrics.render().split(separator: "\n").map(String.init)
    #expect(lines[1] == "# TYPE switchboard_seconds histogram")
    #expect(lines.contains(#"switchboard_seconds_bucket{op="x",le="0.001"} 2"#))
    #expect(lines.contains(#"switchboard_seconds_bucket{op="x",le="0.005"} 3"#))
    #expect(lines.contains(#"switchboard_seconds_bucket{op="x",le="1.0"} 4"#))
    #expect(lines.contains(#"switchboard_seconds_bucket{op="x",le="10.0"} 4"#))
    #expect(lines.contains(#"switchboard_seconds_bucket{op="x",le="+Inf"} 5"#))
    #expect(lines.contains(#"switchboard_seconds_count{op="x"} 5"#))
    #expect(lines.contains { $0.hasPrefix(#"switchboard_seconds_sum{op="x"} 60.70"#) })
  }

  @Test("label values and helps cannot break a line")
  func escapes() {
    let metrics = MetricRegistry()
    metrics.count("switchboard_x", ["a": "q\"b\\c\nd"], help: "one\ntwo\\")
    #expect(
      metrics.render()
        == "# HELP switchboard_x one\\ntwo\\\\\n# TYPE switchboard_x counter\nswitchboard_x{a=\"q\\\"b\\\\c\\nd\"} 1\n")
  }

  @Test("beyond two thousand label sets the rest is counted together, and the known ones go on")
  func boundsLabels() {
    let metrics = MetricRegistry()
    for number in 0..<2_100 { metrics.count("switchboard_x", ["id": "\(number)"], help: "h") }
    metrics.count("switchboard_x", ["id": "5"], help: "h")
    #expect(metrics.value("switchboard_x", ["id": "other"]) == 100)
    #expect(metrics.value("switchboard_x", ["id": "5"]) == 2)
    #expect(metrics.render().split(separator: "\n").count == 2_003)
  }

  @Test("counting from many tasks loses nothing")
  func countsConcurrently() async {
    let metrics = MetricRegistry()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<500 { metrics.count("switchboard_x", help: "h") } }
      }
    }
    #expect(metrics.value("switchboard_x") == 4_000)
  }

  @Test("a level is read when the metrics are, and a gauge is raised and lowered")
  func readsLevels() {
    let metrics = MetricRegistry()
    let level = Level()
    metrics.watch("switchboard_open", ["of": "streams"], help: "Open now.") { Double(level.now) }
    metrics.raise("switchboard_running", ["at": "p"], by: 2, help: "Running now.")
    level.rise()
    level.rise()
    level.fall()
    metrics.raise("switchboard_running", ["at": "p"], by: -1, help: "Running now.")
    #expect(
      metrics.render() == """
        # HELP switchboard_open Open now.
        # TYPE switchboard_open gauge
        switchboard_open{of="streams"} 1
        # HELP switchboard_running Running now.
        # TYPE switchboard_running gauge
        switchboard_running{at="p"} 1

        """)
    level.fall()
    #expect(metrics.value("switchboard_open", ["of": "streams"]) == 0)
    #expect(metrics.value("switchboard_running", ["at": "p"]) == 1)
  }
}
