import GatewayEngine
import HTTPTypes
import MeetingCore

/// Voice calls: their signalling by WHIP (RFC 9725), extended to audio both ways, and what is known and wished of them.
struct CallRoutes: Sendable {
  let gateway: Gateway

  private static let whip = "/v1/rooms/{room}/whip"
  private static let call = "/v1/rooms/{room}/call"
  private static let own = Access.managing(clients: .everybodyInTheRoom)

  var routes: [Route] { signalling + control }

  private var signalling: [Route] {
    [
      Route(
        .post, Self.whip, body: .sdp,
        document: RouteDocument(
          "offerCall", "calls", "Call: an offer, answered by the vendor with its candidates",
          [.init(201, "The answer", nil, type: MediaType.sdp)]),
        action: .authenticated(Self.own, offer)),
      Route(
        .patch, Self.whip + "/{call}", body: .sdpFragment,
        document: RouteDocument(
          "trickleCall", "calls", "Add candidates of the caller's", [.init(204, "They are passed on")]),
        action: .authenticated(Self.own, trickle)),
      Route(
        .delete, Self.whip + "/{call}",
        document: RouteDocument("hangUpCall", "calls", "Hang up", [.init(200, "The call is over")]),
        action: .authenticated(Self.own, hangUp)),
    ]
  }

  private var control: [Route] {
    [
      Route(
        .get, Self.call,
        document: RouteDocument(
          "getCall", "calls", "Read the room's call, or the last one", [.init(200, "The call", "Call")],
          problems: [422]),
        action: .authenticated(.reading(clients: .everybodyInTheRoom), read)),
      Route(
        .patch, Self.call, body: .requiredJSON,
        document: RouteDocument(
          "updateCall", "calls", "Ask the caller's side for something", request: "CallWish",
          [.init(202, "It is asked; a report will show it", "Outcome")]),
        action: .authenticated(Self.own, update)),
      Route(
        .put, Self.call + "/report", body: .requiredJSON,
        document: RouteDocument(
          "reportCall", "calls", "Tell how the call fares on the caller's side", request: "CallReport",
          [.init(204, "It is noted")]),
        action: .authenticated(Self.own, report)),
      Route(
        .put, Self.call + "/answer", body: .sdp,
        query: [
          QueryParameter("generation", .integer(1...1_000_000_000), "The offer that is answered.", isRequired: true)
        ],
        document: RouteDocument(
          "answerCall", "calls", "Answer an offer of the vendor's", [.init(204, "It is passed on")]),
        action: .authenticated(Self.own, answer)),
    ]
  }

  private func offer(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    try CallRequests.checkAccept(call.head.fields)
    let offer = try CallRequests.offer(call.bytes)
    return { [gateway] () async throws(GatewayError) in
      let answer = try await gateway.offerCall(room, offer, caller: call.caller)
      var reply = Answer.bytes(201, type: MediaType.sdp, Array(answer.sdp.text.utf8))
        .located(at: "/v1/rooms/\(room)/whip/\(answer.id)").unstored
      reply.fields["ETag"] = answer.tag
      for link in ServerLink.values(of: answer.iceServers) { reply.fields.add("Link", link) }
      return reply
    }
  }

  private func trickle(_ call: Call) throws(GatewayError) -> Route.Work {
    let (room, id) = (try call.room, try call.id("call", prefix: "cal_"))
    let tags = CallRequests.tags(call.head.fields)
    let fragment = try CallRequests.fragment(call.bytes)
    return { [gateway] () async throws(GatewayError) in
      try await gateway.trickleCall(room, id, fragment, tags: tags, caller: call.caller)
      return .noContent
    }
  }

  private func hangUp(_ call: Call) throws(GatewayError) -> Route.Work {
    let (room, id) = (try call.room, try call.id("call", prefix: "cal_"))
    return { [gateway] () async throws(GatewayError) in
      try await gateway.hangUpCall(room, id, caller: call.caller)
      return Answer(status: 200)
    }
  }

  private func read(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    return { [gateway] () async throws(GatewayError) in
      let view = try await gateway.call(room, caller: call.caller)
      return Answer.json { $0.call(view) }.unstored
    }
  }

  private func update(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let wish = try CallRequests.wish(call.body)
    return { [gateway] () async throws(GatewayError) in
      .outcome(try await gateway.updateCall(room, wish, caller: call.caller))
    }
  }

  private func report(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let report = try CallRequests.report(call.body)
    return { [gateway] () async throws(GatewayError) in
      try await gateway.reportCall(room, report, caller: call.caller)
      return .noContent
    }
  }

  private func answer(_ call: Call) throws(GatewayError) -> Route.Work {
    let room = try call.room
    let generation = call.query.integer("generation") ?? 0
    let answer = try CallRequests.description(call.bytes)
    return { [gateway] () async throws(GatewayError) in
      try await gateway.answerCall(room, answer, generation: generation, caller: call.caller)
      return .noContent
    }
  }
}
