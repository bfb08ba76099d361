import GatewayEngine
import MeetingCore

extension PeopleRoutes {
  typealias Addressing = @Sendable (Call) throws(GatewayError) -> ControlScope

  /// Mute, unmute, remove and role, for one connection or for all of a person's.
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
      Route(
        .post, path + "/unmute", body: .requiredJSON,
        document: RouteDocument(
          "unmute" + noun, "people", "Ask to start tracks again; the person decides", request: "MuteRequest",
          RoomRoutes.successes("Outcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), unmuting(scope))),
      Route(
        .patch, path, body: .requiredJSON,
        document: RouteDocument(
          "update" + noun, "people",
          "Give another role; it is kept, and where the provider cannot change all of it at once the rest holds from the next join on",
          request: "RoleRequest", RoomRoutes.successes("Outcome")),
        action: .authenticated(.managing(clients: .whoRunsTheRoom), changingRole(scope))),
    ]
  }

  private func unmuting(_ scope: @escaping Addressing) -> Route.Preparing {
    { [gateway] call throws(GatewayError) in
      let room = try call.room
      let target = try scope(call)
      let tracks = try PeopleRequests.mute(call.body)
      return { () async throws(GatewayError) in
        .outcome(try await gateway.unmute(room, target, tracks: tracks, caller: call.caller))
      }
    }
  }

  private func changingRole(_ scope: @escaping Addressing) -> Route.Preparing {
    { [gateway] call throws(GatewayError) in
      let room = try call.room
      let target = try scope(call)
      let role = try PeopleRequests.role(call.body)
      return { () async throws(GatewayError) in
        .outcome(try await gateway.setRole(room, target, to: role, caller: call.caller))
      }
    }
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
