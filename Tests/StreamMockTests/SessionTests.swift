import Clocks
import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Sessions as time passes")
struct SessionTests {
  private func session(_ vendor: TestVendor, _ cid: String = "audio_room:r") async -> JSON {
    await vendor.send("GET", vendor.path(cid))["call", "session"] ?? .null
  }

  @Test("the first one in opens a session; who returns in time keeps it, who returns late opens another")
  func inactivity() async {
    let vendor = TestVendor()
    await vendor.listen(["call.session_started", "call.session_ended", "call.stats_report_ready"])
    await vendor.room(live: true)
    let first = await vendor.join("bob")
    let id = await session(vendor)["id"]
    await vendor.control("DELETE", "rooms/audio_room:r/participants/\(first)", query: "reason=left")
    await vendor.advance(seconds: 29)
    let second = await vendor.join("bob")
    #expect(await session(vendor)["id"] == id)
    await vendor.control("DELETE", "rooms/audio_room:r/participants/\(second)")
    await vendor.advance(seconds: 31)
    let call = await vendor.send("GET", vendor.path("audio_room:r"))
    #expect(call["call", "current_session_id"] == "")
    #expect(call["call", "session", "id"] == id)
    #expect(call["call", "session", "ended_at"] == .integer(vendor.time.wallNanoseconds - 1_000_000_000))
    #expect(call["call", "ended_at"] == .null)
    await vendor.join("bob")
    #expect(await session(vendor)["id"] != id)
    await vendor.advance(seconds: 10)
    #expect(await vendor.receiver.wait(3))
    #expect(vendor.receiver.types == ["call.session_started", "call.session_ended", "call.session_started"])
    await vendor.engine.stop()
  }

  @Test("a report follows a session's end")
  func report() async {
    let vendor = TestVendor()
    await vendor.listen(["call.stats_report_ready"])
    await vendor.room(live: true)
    await vendor.join("bob")
    await vendor.join("bob")
    let id = await session(vendor)["id"]
    await vendor.send("POST", vendor.path("audio_room:r") + "/mark_ended")
    await vendor.advance(seconds: 9)
    #expect(vendor.receiver.requests.isEmpty)
    await vendor.advance(seconds: 1)
    #expect(await vendor.receiver.wait(1))
    #expect(vendor.receiver.documents.first?["session_id"] == id)
    #expect(vendor.receiver.documents.first?["counts"]?["participants"] == 1)
    #expect(vendor.receiver.documents.first?["counts"]?["sessions"] == 2)
    await vendor.engine.stop()
  }

  @Test("the longest duration ends the call by itself; zero lifts it")
  func longestDuration() async {
    let vendor = TestVendor()
    await vendor.listen(["call.ended", "call.session_participant_left", "call.session_ended"])
    await vendor.room("audio_room:r", ["settings_override": ["limits": ["max_duration_seconds": 60]]], live: true)
    await vendor.join("bob")
    #expect(await session(vendor)["timer_ends_at"] == .integer(vendor.time.wallNanoseconds + 60_000_000_000))
    await vendor.send(
      "PATCH", vendor.path("audio_room:r"), ["settings_override": ["limits": ["max_duration_seconds": 0]]])
    #expect(await session(vendor)["timer_ends_at"] == .null)
    await vendor.send(
      "PATCH", vendor.path("audio_room:r"), ["settings_override": ["limits": ["max_duration_seconds": 90]]])
    await vendor.advance(seconds: 90)
    #expect(await vendor.receiver.wait(3))
    #expect(vendor.receiver.types == ["call.ended", "call.session_participant_left", "call.session_ended"])
    #expect(vendor.receiver.documents[0]["user"] == nil)
    #expect(vendor.receiver.documents[1]["duration_seconds"] == 90)
    await vendor.engine.stop()
  }

  @Test("a timer fires without a request when the clock moves")
  func alarm() async {
    let vendor = TestVendor()
    await vendor.listen(["call.session_ended"])
    await vendor.room(live: true)
    let device = await vendor.join("bob")
    await vendor.control("DELETE", "rooms/audio_room:r/participants/\(device)")
    #expect(await eventually { vendor.time.sleeperCount > 0 })
    await vendor.time.advance(by: .seconds(30))
    #expect(await vendor.receiver.wait(1))
    await vendor.engine.stop()
  }

  @Test("one user on two devices is two participants")
  func devices() async {
    let vendor = TestVendor()
    await vendor.room(live: true)
    let first = await vendor.join("bob")
    let second = await vendor.join("bob")
    #expect(first != second)
    #expect(await session(vendor)["participants"]?.arrayValue?.count == 2)
    #expect(await session(vendor)["participants_count_by_role"] == ["user": 2])
    await vendor.control("DELETE", "rooms/audio_room:r/participants/\(first)")
    #expect(await session(vendor)["participants"]?.arrayValue?.first?["user_session_id"] == .string(second))
  }

  @Test("live times are set at the start when there is no backstage, else by going live")
  func liveTimes() async {
    let vendor = TestVendor()
    await vendor.room("default:r")
    await vendor.join("bob", "default:r")
    #expect(await session(vendor, "default:r")["live_started_at"]?.integerValue != nil)
    await vendor.room()
    await vendor.join("ann")
    #expect(await session(vendor)["live_started_at"] == .null)
    await vendor.send("POST", vendor.path("audio_room:r") + "/go_live", [:])
    #expect(await session(vendor)["live_started_at"]?.integerValue != nil)
    await vendor.send("POST", vendor.path("audio_room:r") + "/stop_live", [:])
    #expect(await session(vendor)["live_ended_at"]?.integerValue != nil)
  }

  @Test("stopping leaves listeners to themselves where the switch says so")
  func stopKeeps() async {
    let vendor = TestVendor { $0.stopLiveDropsListeners = false }
    await vendor.room(live: true)
    await vendor.join("bob")
    await vendor.send("POST", vendor.path("audio_room:r") + "/stop_live")
    #expect(await session(vendor)["participants"]?.arrayValue?.count == 1)
  }

  @Test("attendance names everybody who was there, the newest first")
  func attendance() async {
    let vendor = TestVendor()
    await vendor.room(live: true)
    let first = await vendor.join("bob")
    await vendor.advance(seconds: 5)
    await vendor.join("cid")
    await vendor.control("DELETE", "rooms/audio_room:r/participants/\(first)")
    let id = await session(vendor)["id"]?.stringValue ?? ""
    let path = vendor.path("audio_room:r") + "/session/\(id)/participant_sessions"
    let reply = await vendor.send("GET", path)
    #expect(reply["participants_sessions"]?.arrayValue?.compactMap { $0["user_id"] } == ["cid", "bob"])
    #expect(reply["participants_sessions", "1", "duration_in_seconds"] == 5)
    #expect(reply["participants_sessions", "0", "left_at"] == .null)
    let page = await vendor.send("GET", path, query: "api_key=mockstreamkey&limit=1")
    let next = page["next"]?.stringValue ?? ""
    let rest = await vendor.send("GET", path, query: "api_key=mockstreamkey&limit=1&next=\(next)")
    #expect(rest["participants_sessions", "0", "user_id"] == "bob")
    #expect(rest["next"] == .null)
    let wrong = vendor.path("audio_room:r") + "/session/none/participant_sessions"
    #expect(await vendor.send("GET", wrong).refusal == "16/404")
  }
}
