import GatewayEngine
import MeetingCore

extension PeopleRoutes {
  typealias Addressing = @Sendable (Call) throws(GatewayError) -> ControlScope

  /// Mute and remove, for one connection or for all of a person's.
  func controls(of path: String, _ noun: String, _ scope: @escaping Addressing) -> [Route] {
    [
      Route(
        .post, path + "/mute", body: .requiredJSON,
        document: RouteDocument(
          "mute" + noun, "people", "Stop tracks; the person may start them again", request: "MuteRequest",
          RoomRoutes.successes("Outcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), muting(scope))),
      Route(
        .post, path + "/remove", body: .optionalJSON,
        document: RouteDocument(
          "remove" + noun, "people", "Throw somebody out", request: "RemoveRequest",
          RoomRoutes.successes("RemovalOutcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), removing(scope))),
    ]
  }

  private func muting(_ scope: @escaping Addressing) -> Route.Preparing {
    { [gateway] call throws(GatewayError) in
      let room = try call.room
      let target = try scope(call)
      let tracks = try PeopleRequests.mute(call.body)
      return { () async throws(GatewayError) in
        .outcome(try await gateway.mute(room, target, tracks: tracks, caller: call.caller))
      }
    }
  }

  private func removing(_ scope: @escaping Addressing) -> Route.Preparing {
    { [gateway] call throws(GatewayError) in
      let room = try call.room
      let target = try scope(call)
      let policy = try PeopleRequests.remove(call.body)
      return { () async throws(GatewayError) in
        let (outcome, enforced) = try await gateway.remove(room, target, rejoin: policy, caller: call.caller)
        return .outcome(outcome) { $0.rejoin(policy, enforced) }
      }
    }
  }
}
