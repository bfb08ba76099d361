import Metrics
import WebSocket

/// What is counted of event sockets.
struct SocketMeters: Sendable {
  private let metrics: MetricRegistry

  init(_ metrics: MetricRegistry) { self.metrics = metrics }

  func opened() { change(by: 1) }

  func closed(_ closure: WebSocketClosure?) {
    change(by: -1)
    metrics.count(
      "switchboard_event_sockets_closed_total", ["cause": Self.word(closure)],
      help: "Event sockets that ended, by who or what ended them.")
  }

  private func change(by step: Double) {
    metrics.raise("switchboard_event_sockets_open", by: step, help: "Event sockets that clients hold.")
  }

  private static func word(_ closure: WebSocketClosure?) -> String {
    switch closure?.cause {
    case .peer: "client"
    case .local: "gateway"
    case .violation: "violation"
    case .silent: "silent"
    case .lost, nil: "lost"
    }
  }
}
