import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import PolyMock

@Suite("Session descriptions")
struct DescriptionTests {
  private func answer(_ sdp: String, _ options: JSON = [:]) async throws -> StrictDescription {
    var text = ""
    try await Bench.running { bench in
      try await bench.set(options)
      let wire = try await bench.signalling()
      await wire.say(bench.offer(["data": ["type": "offer", "sdp": .string(sdp)]]))
      text = await wire.frame(of: "answer")?["data"]?["sdp"]?.stringValue ?? ""
    }
    return try StrictDescription(text)
  }

  @Test("a strict peer takes the answer: the offer's own mid and payload, its own ICE and DTLS")
  func strict() async throws {
    let answer = try await answer(Sample.offer)
    #expect(answer.bundled == ["0"])
    #expect(answer.media.count == 1)
    let audio = answer.media[0]
    #expect(audio.values("mid") == ["0"])
    #expect(audio.payloads == ["111"])
    #expect(audio.values("rtpmap") == ["111 opus/48000/2"])
    #expect(audio.values("fmtp") == ["111 minptime=10;useinbandfec=1"])
    #expect(audio.values("setup") == ["passive"])
    #expect(audio.direction == "sendrecv")
    #expect(audio.attributes.contains("rtcp-mux"))
    #expect(audio.values("ice-ufrag") != ["abcd"])
  }

  @Test("other mids and payloads, sides and roles are followed")
  func derived() async throws {
    let renamed = Sample.offer.replacing("BUNDLE 0", with: "BUNDLE mic").replacing("mid:0", with: "mid:mic")
      .replacing("111", with: "96")
    #expect(try await answer(renamed).media[0].values("mid") == ["mic"])
    #expect(try await answer(renamed).media[0].payloads == ["96"])
    let many = Sample.description(["rtpmap:0 PCMU/8000"], payloads: "0 111")
    #expect(try await answer(many).media[0].payloads == ["111"])
    for (offered, answered) in [("sendonly", "recvonly"), ("recvonly", "sendonly"), ("inactive", "inactive")] {
      let sdp = Sample.offer.replacing("a=sendrecv", with: "a=" + offered)
      #expect(try await answer(sdp).media[0].direction == Substring(answered))
    }
    #expect(try await answer(Sample.offer, ["setup": "active"]).media[0].values("setup") == ["active"])
    let active = Sample.offer.replacing("actpass", with: "active")
    #expect(try await answer(active, ["setup": "active"]).media[0].values("setup") == ["passive"])
  }

  @Test("ICE and DTLS may stand for all media together")
  func sessionLevel() async throws {
    let lines = Sample.offer.split(separator: "\r\n")
    let moved = lines.filter { $0.hasPrefix("a=ice-") || $0.hasPrefix("a=fingerprint") || $0.hasPrefix("a=setup") }
    let rest = lines.filter { !moved.contains($0) }
    let sdp = (rest[..<4] + moved + rest[4...]).map { $0 + "\r\n" }.joined()
    #expect(try await answer(sdp).media[0].values("setup") == ["passive"])
  }

  @Test("everything but one sound is refused, in its place")
  func video() async throws {
    let answer = try await answer(Sample.withVideo)
    #expect(answer.media.map(\.kind) == ["audio", "video"])
    #expect(answer.media.map { $0.port == 0 } == [false, true])
    #expect(answer.bundled == ["0"])
  }

  @Test("two calls share neither names nor passwords, and a seed gives the same again")
  func names() async throws {
    func passwords(_ seed: UInt64) async throws -> [Substring] {
      var found: [Substring] = []
      try await Bench.running(seed: seed) { bench in
        let wire = try await bench.signalling()
        for sid in ["1", "2"] {
          await wire.say(bench.offer(["callSid": .string(sid)]))
          let sdp = await wire.frame(of: "answer")?["data"]?["sdp"]?.stringValue ?? ""
          found += try StrictDescription(sdp).media[0].values("ice-pwd")
        }
      }
      return found
    }
    let first = try await passwords(5)
    #expect(Set(first).count == 2)
    #expect(try await passwords(5) == first)
    #expect(try await passwords(6) != first)
  }
}
