import HTTPTypes
import JSONCoding
import MeetingCore

/// Calls over the API.
enum FacadeCallBehaviours {
  static let all: [ContractBehaviour] = [
    call("a-call-begins-and-ends-over-the-api", "An offer is 201, a second 409, hanging up ends it everywhere.") {
      bench in
      let (room, calls) = (try await bench.create(), try bench.run.calls())
      let reply = await offer(bench, room)
      bench.expect(reply, 201, nil, "an offer")
      bench.run.report.expect(reply.fields["ETag"] != nil, "the answer has no tag")
      bench.expect(await offer(bench, room), 409, "already_running", "a second offer")
      let place = try bench.run.report.require(reply.fields["Location"], "the answer names no place")
      let call = await bench.send("GET", room.path + "/call")
      bench.run.report.expect(call["answered"]?.boolValue == true, "the call is not answered: \(call.short)")
      let hungUp = await bench.send("DELETE", place)
      bench.run.report.expect([200, 204].contains(hungUp.status), "hanging up was \(hungUp.short)")
      try await expectOver(bench, room, "ended", "hung_up")
      let isOver = try await bench.run.eventually { try await !calls.hasLiveCall() }
      bench.run.report.expect(isOver, "the vendor was not told that the call is over")
    },
    call("a-call-ends-with-its-room", "The room's end hangs up at the vendor.") { bench in
      let (room, calls) = (try await bench.create(), try bench.run.calls())
      bench.expect(await offer(bench, room), 201, nil, "an offer")
      bench.run.report.expect(await bench.send("POST", room.path + "/end").status < 300, "the room did not end")
      let isOver = try await bench.run.eventually { try await !calls.hasLiveCall() }
      bench.run.report.expect(isOver, "the vendor was not told that the call is over")
    },
    call("a-failed-call-says-why", "A call whose agent fails has failed, with a code, and another may be made.") {
      bench in
      let (room, calls) = (try await bench.create(), try bench.run.calls())
      bench.expect(await offer(bench, room), 201, nil, "an offer")
      try await calls.failCall()
      try await expectOver(bench, room, "failed", nil)
      let call = await bench.send("GET", room.path + "/call")
      let code = call["error"]?["code"]?.stringValue
      bench.run.report.expect(code == "agent_failed", "the code is \(code ?? "missing")")
      bench.expect(await offer(bench, room), 201, nil, "an offer after a failed call")
    },
    call("a-caller-joins-with-our-own-token", "Credentials for a caller are the gateway's: an address and its token.") {
      bench in
      let room = try await bench.create()
      let reply = await bench.askToken("omar", in: room)
      let place = reply["connect"]?["whip_url"]?.stringValue
      bench.run.report.expect(place?.hasSuffix("/\(room.id)/whip") == true, "there is no address: \(reply.short)")
      let token = try bench.run.report.require(reply["token"]?.stringValue, "no token: \(reply.short)")
      bench.expect(await offer(bench, room, token: token), 201, nil, "an offer with the caller's token")
    },
  ]

  private static func call(
    _ name: String, _ summary: String, body: @escaping @Sendable (GatewayBench) async throws -> Void
  ) -> ContractBehaviour {
    .gateway(name, summary, capabilities: [.whip], kinds: [.voiceCall], [.calls], body: body)
  }

  private static func offer(_ bench: GatewayBench, _ room: GatewayBench.OpenedRoom, token: String? = nil) async
    -> Reply
  {
    await bench.send(
      "POST", room.path + "/whip", bytes: Array(CallLine.offer.utf8), ["Content-Type": "application/sdp"],
      token: token)
  }

  private static func expectOver(
    _ bench: GatewayBench, _ room: GatewayBench.OpenedRoom, _ state: String, _ reason: String?
  ) async throws {
    let isOver = try await bench.run.eventually {
      await bench.send("GET", room.path + "/call")["state"]?.stringValue == state
    }
    bench.run.report.expect(isOver, "the call is not \(state)")
    guard let reason else { return }
    let told = await bench.send("GET", room.path + "/call")["reason"]?.stringValue
    bench.run.report.expect(told == reason, "the reason is \(told ?? "missing")")
  }
}
