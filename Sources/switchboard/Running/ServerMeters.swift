import HTTPServer
import Metrics

/// What the server does on its own accord, counted.
enum ServerMeters {
  static func count(_ event: HTTPServerEvent, _ metrics: MetricRegistry) {
    let name = String(describing: event).split(separator: "(")[0]
    metrics.count(
      "switchboard_server_events_total", ["event": String(name)],
      help: "Connections opened, closed, refused and cut by the server.")
  }
}
