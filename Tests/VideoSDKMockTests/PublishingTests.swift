import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import VideoSDKMock

@Suite("Publishing over WHIP")
struct PublishingTests {
  private static let offer = """
    v=0
    o=- 1 2 IN IP4 127.0.0.1
    s=-
    t=0 0
    a=group:BUNDLE 0
    m=audio 9 UDP/TLS/RTP/SAVPF 0 111
    a=mid:0
    a=sendonly
    a=rtpmap:0 PCMU/8000
    a=rtpmap:111 opus/48000/2

    """

  private func publish(
    _ vendor: TestVendor, _ query: String, token: String? = nil, type: String = "application/sdp",
    _ offer: String = offer
  ) async -> Reply {
    await vendor.raw(
      "POST", "/v2/whip", query: query,
      fields: ["Authorization": token ?? vendor.token(), "Content-Type": type],
      body: Array(offer.replacing("\n", with: "\r\n").utf8))
  }

  @Test("an offer of sound joins, is answered, and ends at its Location", arguments: [201, 200])
  func life(_ status: Int) async throws {
    let vendor = TestVendor { $0.whipStatus = status }
    let room = await vendor.room()
    let answer = await publish(vendor, "roomId=\(room)&participantId=mic-one&displayName=Mic")
    #expect(answer.status == status)
    #expect(answer.fields["Content-Type"] == "application/sdp")
    let text = String(decoding: answer.bytes, as: UTF8.self)
    #expect(text.hasPrefix("v=0\r\n") && text.hasSuffix("\r\n"))
    let lines = text.split(separator: "\r\n").map(String.init)
    #expect(lines.contains("m=audio 9 UDP/TLS/RTP/SAVPF 111"))
    for line in ["a=group:BUNDLE 0", "a=mid:0", "a=recvonly", "a=setup:passive", "a=rtpmap:111 opus/48000/2"] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(text.contains(#/a=fingerprint:sha-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\r\n/#))
    let session = await vendor.send("GET", "/v2/sessions/")["data", "0", "id"]?.stringValue ?? ""
    let seen = await vendor.send("GET", "/v2/sessions/\(session)/participants/mic-one")
    #expect(seen["name"] == "Mic")
    #expect(seen["events", "mic", "0", "end"] == .null)
    let location = try #require(answer.fields["Location"]).split(separator: "?")
    let path = String(location[0])
    #expect(await vendor.send("DELETE", path, query: "participantId=other").refusal == "0/404")
    #expect(await vendor.inside(session) == ["mic-one"])
    #expect(await vendor.send("DELETE", path, query: String(location[1])).status == 200)
    #expect(await vendor.inside(session) == [])
    #expect(await vendor.send("DELETE", path, query: String(location[1])).refusal == "0/404")
    await vendor.engine.stop()
  }

  @Test("only who may join publishes, and only an offer that sends")
  func refusals() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let query = "roomId=\(room)&participantId=a"
    #expect(await publish(vendor, query, token: "x").refusal == "4002/400")
    #expect(await publish(vendor, query, token: "Bearer " + vendor.token()).refusal == "4002/400")
    #expect(await publish(vendor, query, token: vendor.token { $0["roles"] = ["crawler"] }).refusal == "4024/400")
    let asking = vendor.token { $0["permissions"] = ["ask_join"] }
    #expect(await publish(vendor, query, token: asking).refusal == "4008/400")
    #expect(await publish(vendor, "participantId=a").refusal == "0/400")
    #expect(await publish(vendor, "roomId=none").refusal == "4003/400")
    #expect(await publish(vendor, query, type: "application/json").refusal == "0/415")
    #expect(await publish(vendor, query, "v=1\n").refusal == "0/400")
    #expect(await publish(vendor, query, "v=0\ns=-\n").refusal == "0/400", "no media")
    #expect(await publish(vendor, query, "v=0\nm=text 9 X 1\n").refusal == "0/400")
    let listening = Self.offer.replacing("sendonly", with: "recvonly")
    #expect(await publish(vendor, query, listening).refusal == "0/400")
    #expect(await vendor.send("GET", "/v2/sessions/")["pageInfo", "total"] == 0)
    await vendor.engine.stop()
  }

  @Test("a token of another room ends nobody")
  func foreign() async throws {
    let vendor = TestVendor()
    let room = await vendor.room()
    let answer = await publish(vendor, "roomId=\(room)&participantId=a")
    let location = try #require(answer.fields["Location"]).split(separator: "?")
    let foreign = vendor.token { $0["roomId"] = "aaaa-bbbb-cccc" }
    #expect(await vendor.send("DELETE", String(location[0]), token: foreign).refusal == "4002/400")
    #expect(await vendor.send("PATCH", String(location[0])).refusal == "0/404")
    await vendor.engine.stop()
  }
}
