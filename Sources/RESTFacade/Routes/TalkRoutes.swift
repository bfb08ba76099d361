import GatewayEngine
import JSONCoding
import MeetingCore

/// What is said and shown in a room.
struct TalkRoutes: Sendable {
  let gateway: Gateway

  var routes: [Route] {
    [
      Route(
        .post, "/v1/rooms/{room}/messages", body: .requiredJSON,
        document: RouteDocument(
          "sendMessage", "talk", "Send a message to everybody in the room", request: "MessageRequest",
          [.init(201, "What the event `message.sent` calls it", "SentID")]),
        action: .authenticated(.managing(clients: .everybodyInTheRoom), message)),
      Route(
        .post, "/v1/rooms/{room}/reactions", body: .requiredJSON,
        document: RouteDocument(
          "sendReaction", "talk", "Show a reaction to everybody in the room", request: "ReactionRequest",
          [.init(201, "What the event `reaction.sent` calls it", "SentID")]),
        action: .authenticated(.managing(clients: .everybodyInTheRoom), reaction)),
    ]
  }

  private func message(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try TalkRequests.message(call.body)
    return { [gateway] () async throws(GatewayError) in
      Self.sent(try await gateway.sendMessage(room, request, caller: call.caller))
    }
  }

  private func reaction(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let request = try TalkRequests.reaction(call.body)
    return { [gateway] () async throws(GatewayError) in
      Self.sent(try await gateway.sendReaction(room, request, caller: call.caller))
    }
  }

  private static func sent(_ id: String) -> Answer { .json(201) { json in json.object { $0.member("id", id) } } }
}
