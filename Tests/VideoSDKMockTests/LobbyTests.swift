import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("The lobby")
struct LobbyTests {
  /// A room with a host inside and a guest at the door.
  private func waiting(_ vendor: TestVendor) async -> (room: String, session: String) {
    let room = await vendor.room()
    let session = await vendor.join("host", room)
    let token = vendor.token { $0["permissions"] = ["ask_join"] }
    let reply = await vendor.control(
      "POST", "rooms/\(room)/participants", ["token": .string(token), "participant_id": "guest", "audio": true])
    #expect(reply.status == 202)
    #expect(reply.json == ["participant_id": "guest", "waiting": true])
    return (room, session)
  }

  private func waiters(_ vendor: TestVendor) async -> JSON? {
    await vendor.control("GET", "state")[TestVendor.key, "rooms", "0", "waiting"]
  }

  @Test("whoever only asks waits until somebody lets them in")
  func allowed() async {
    let vendor = TestVendor()
    let (room, session) = await waiting(vendor)
    #expect(await vendor.inside(session) == ["host"])
    #expect(await waiters(vendor) == ["guest"])
    let decision = await vendor.control(
      "POST", "rooms/\(room)/lobby", ["participant_id": "guest", "decision": "allowed"])
    #expect(decision.status == 204)
    #expect(await vendor.inside(session) == ["host", "guest"])
    #expect(await waiters(vendor) == [])
    let guest = await vendor.send("GET", "/v2/sessions/\(session)/participants/guest")
    #expect(guest["events", "mic", "0", "end"] == .null, "as it wanted to join")
    await vendor.engine.stop()
  }

  @Test("whoever is sent away stays out, and may ask again")
  func denied() async {
    let vendor = TestVendor()
    let (room, session) = await waiting(vendor)
    let body: JSON = ["participant_id": "guest", "decision": "denied"]
    #expect(await vendor.control("POST", "rooms/\(room)/lobby", body).status == 204)
    #expect(await vendor.inside(session) == ["host"])
    #expect(await vendor.control("POST", "rooms/\(room)/lobby", body).status == 404)
    let token = vendor.token { $0["permissions"] = ["ask_join"] }
    let again = await vendor.control(
      "POST", "rooms/\(room)/participants", ["token": .string(token), "participant_id": "guest"])
    #expect(again.status == 202)
    await vendor.engine.stop()
  }

  @Test("being let in counts once")
  func once() async {
    let vendor = TestVendor()
    let (room, session) = await waiting(vendor)
    await vendor.control("POST", "rooms/\(room)/lobby", ["participant_id": "guest", "decision": "allowed"])
    await vendor.leave("guest", room)
    let token = vendor.token { $0["permissions"] = ["ask_join"] }
    let again = await vendor.control(
      "POST", "rooms/\(room)/participants", ["token": .string(token), "participant_id": "guest"])
    #expect(again.status == 202)
    #expect(await vendor.inside(session) == ["host"])
    await vendor.engine.stop()
  }

  @Test("a decision is allowed or denied, about somebody who waits")
  func malformed() async {
    let vendor = TestVendor()
    let (room, _) = await waiting(vendor)
    for body: JSON in [[:], ["participant_id": "guest"], ["participant_id": "guest", "decision": "maybe"]] {
      #expect(await vendor.control("POST", "rooms/\(room)/lobby", body).status == 400)
    }
    let nobody = await vendor.control("POST", "rooms/\(room)/lobby", ["participant_id": "x", "decision": "allowed"])
    #expect(nobody.status == 404)
    await vendor.engine.stop()
  }

  @Test("news of asking and deciding come before the join, and who may decide is known")
  func news() async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    let done = vendor.mock.work(on: TestVendor.key) { tenant in
      let host = tenant.join(VideoSDKJoin(participantID: "host", name: "Host"), to: room, at: 1)
      var join = VideoSDKJoin(participantID: "guest", name: "Guest")
      join.claims = VideoSDKClaims(
        apiKey: TestVendor.key, permissions: [.ask], roles: [], roomID: nil, participantID: nil)
      let mustAsk = tenant.mustAsk(join, in: room)
      tenant.askToEnter("guest", name: "Guest", join: nil, in: room, at: 2)
      let isDecided = tenant.decide("guest", isAllowed: true, in: room, at: 3)
      let mustAskStill = tenant.mustAsk(join, in: room)
      let guest = tenant.join(join, to: room, at: 4)
      return (host, guest, [mustAsk, isDecided, mustAskStill], tenant.takeAnnouncements().map(\.news))
    }
    let (host, guest, flags, news) = try #require(done?.value)
    #expect(flags == [true, true, false])
    #expect(
      news == [
        .joined(host), .entryRequested(participantID: "guest", name: "Guest"),
        .entryResponded(participantID: "guest", decision: "allowed"), .joined(guest),
      ])
    #expect(host.mayAdmit && !guest.mayAdmit && !guest.mayModerate)
    await vendor.engine.stop()
  }

  @Test("somebody on the way in is told the id of the session that their join will open")
  func promised() async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    let done = vendor.mock.work(on: TestVendor.key) { tenant in
      let promised = [tenant.promisedSessionID(in: room), tenant.promisedSessionID(in: room)]
      let isOpen = tenant.session(of: room) != nil
      tenant.join(VideoSDKJoin(participantID: "a", name: "A"), to: room, at: 1)
      return (promised, isOpen, tenant.session(of: room)?.id, tenant.promisedSessionID(in: room))
    }
    let (promised, isOpen, opened, after) = try #require(done?.value)
    #expect(!isOpen)
    #expect(Set(promised).count == 1 && opened == promised[0] && after == opened)
    await vendor.engine.stop()
  }
}
