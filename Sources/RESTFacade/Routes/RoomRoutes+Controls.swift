import GatewayEngine
import MeetingCore

extension RoomRoutes {
  var controls: [Route] {
    [
      Route(
        .post, "/v1/rooms/{room}/go-live", body: .optionalJSON,
        document: RouteDocument(
          "goLive", "rooms", "Open the room to its audience", request: "GoLiveRequest",
          Self.successes("GoLiveOutcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), goLive)),
      Route(
        .post, "/v1/rooms/{room}/stop-live", body: .optionalJSON,
        document: RouteDocument(
          "stopLive", "rooms", "Send the audience away, without ending the room", request: "StopLiveRequest",
          Self.successes("Outcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), stopLive)),
      control("lock", "lockRoom", "Let nobody new in but hosts") { gateway, room, caller throws(GatewayError) in
        try await gateway.lock(room, caller: caller)
      },
      control("unlock", "unlockRoom", "Let people in again") { gateway, room, caller throws(GatewayError) in
        try await gateway.unlock(room, caller: caller)
      },
      control("end", "endRoom", "End the room for everybody and for good") {
        gateway, room, caller throws(GatewayError) in
        try await gateway.end(room, caller: caller)
      },
    ]
  }

  static func successes(_ schema: String) -> [RouteDocument.Success] {
    [.init(200, "Done", schema), .init(202, "Forwarded or accepted, not confirmed yet", schema)]
  }

  /// A control of the whole room that takes no fields.
  private func control(
    _ verb: String, _ id: String, _ summary: String,
    _ act: @escaping @Sendable (Gateway, String, Caller) async throws(GatewayError) -> Outcome
  ) -> Route {
    let document = RouteDocument(id, "rooms", summary, request: "NoFields", Self.successes("Outcome"))
    return Route(
      .post, "/v1/rooms/{room}/" + verb, body: .optionalJSON, document: document,
      action: .authenticated(.managing(clients: .whoRunsTheRoom)) { [gateway] call throws(GatewayError) in
        let room = try call.room
        try RoomRequests.nothing(call.body)
        return { () async throws(GatewayError) in .outcome(try await act(gateway, room, call.caller)) }
      })
  }

  private func goLive(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let extras = try RoomRequests.goLive(call.body)
    return { [gateway] () async throws(GatewayError) in
      let result = try await gateway.goLive(room, with: extras, caller: call.caller)
      return .outcome(result.outcome) { $0.extras(of: result) }
    }
  }

  private func stopLive(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let kept = Set(try RoomRequests.stopLive(call.body).map(\.sort))
    return { [gateway] () async throws(GatewayError) in
      .outcome(try await gateway.stopLive(room, keeping: kept, caller: call.caller))
    }
  }
}
