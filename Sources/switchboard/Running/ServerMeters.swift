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

  /// The server's own levels, read when the metrics are.
  static func watch(_ server: HTTPServer, _ metrics: MetricRegistry) {
    metrics.watch("switchboard_server_connections_open", help: "Clients that are connected.") { [weak server] in
      Double(server?.openConnections ?? 0)
    }
    metrics.watch("switchboard_server_tasks_running", help: "Admissions, answers and streams that run.") {
      [weak server] in Double(server?.runningTasks ?? 0)
    }
  }
}
