import Clocks
import GatewayEngine
import HTTPTypes
import MeetingCore
import Metrics
import WebSocket

/// The log over a WebSocket.
struct EventSocketRoutes: Sendable {
  let gate: EventSocketGate
  let time: any TimeSource
  let meters: SocketMeters
  /// nil where no connection can leave HTTP.
  let loop: WebSocketLoop?

  private static let access = Access.reading(clients: .everybodyInTheRoom)
  /// Clients say little: a credential at most.
  private static let options = WebSocketOptions(maximumMessageBytes: 8 << 10)

  init(
    gateway: Gateway, limits: RateLimits, metrics: MetricRegistry, time: any TimeSource, loop: WebSocketLoop?
  ) {
    gate = EventSocketGate(gateway: gateway, limits: limits, access: Self.access)
    meters = SocketMeters(metrics)
    self.time = time
    self.loop = loop
  }

  var routes: [Route] {
    let query = [
      QueryParameter("room", .text(64), "One room's events; a client token's room unless given."),
      QueryParameter("after", .text(64), "Events behind this position: a frame's `id` or a `next_cursor`."),
      QueryParameter("after_sequence", .integer(0...Int.max), "Events behind this sequence of the room."),
      QueryParameter("types", .eventTypes, "Only these types, e.g. participant.*,room.ended."),
    ]
    let summary =
      "Follow events over a WebSocket; where a credential cannot be sent in a header, the first frame has it"
    let document = RouteDocument(
      "followEvents", "events", summary, [.init(101, "A WebSocket: see the guide for its frames")])
    return [
      Route(.get, "/v1/events/ws", query: query, document: document, action: .socket(Self.access, open))
    ]
  }

  private func open(_ call: SocketCall) async throws(GatewayError) -> Answer {
    guard let loop else { throw GatewayError(.notReady, "no connection can leave HTTP here") }
    guard WebSocketUpgrade.isHandshake(call.head) else { throw Self.noHandshake }
    let wish = try EventWish(call)
    var admitted: EventSocketGate.Admission?
    if let caller = call.caller { admitted = try await gate.admit(caller, wish, call.head) }
    let socket = EventSocket(
      gate: gate, call: call, wish: wish, admitted: admitted, time: time, meters: meters)
    let response = WebSocketUpgrade.response(to: call.head, loop: loop, options: Self.options) { connection in
      await socket.serve(connection)
    }
    guard response.status == 101 else { throw Self.badHandshake(call.head) }
    return Answer(status: response.status, fields: response.fields, body: response.body)
  }

  private static var noHandshake: GatewayError {
    refusal("header:Upgrade", "required", "must be websocket: this route is a WebSocket")
  }

  private static func badHandshake(_ head: HTTPRequestHead) -> GatewayError {
    head.fields["Sec-WebSocket-Version"] == "13"
      ? refusal("header:Sec-WebSocket-Key", "invalid", "must be 16 bytes in Base64")
      : refusal("header:Sec-WebSocket-Version", "invalid", "must be 13")
  }

  private static func refusal(_ pointer: String, _ code: String, _ message: String) -> GatewayError {
    GatewayError(.invalidRequest, "the handshake is not valid").with {
      $0.issues = [FieldIssue(pointer: pointer, code: code, message: message)]
    }
  }
}
