import JSONCoding
import MeetingCore
import ProgramTesting
import Testing

@testable import VideoSDKAdapter

@Suite("A signalling session's own microphone")
struct SessionMediaTests {
  private let own = SignallingStream(id: "p1", peer: "me", media: .audio)

  /// One that publishes sound.
  private func speaking() -> SessionBench {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    bench.accept("produce", ["id": "p1"])
    bench.forgetNews()
    return bench
  }

  @Test("is produced with a codec of the router's, and closed")
  func onAndOff() throws {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    let produce = try bench.expect("produce")
    #expect(produce.data["transportId"] == "send" && produce.data["kind"] == "audio")
    let codec = produce.data["rtpParameters"]?["codecs"]?.arrayValue?.first
    #expect(codec?["mimeType"] == "audio/opus" && codec?["payloadType"] == 100 && codec?["channels"] == 2)
    bench.answer(produce.id, ["id": "p1"])
    bench.take(.publish(.audio, isOn: false))
    #expect(try bench.accepted("closeProducer") == ["producerId": "p1"])
    #expect(bench.takeNews() == [.streamOpened(own), .streamClosed(own)])
  }

  @Test("wanted before the room is entered, it is produced once that is done")
  func wantedEarly() {
    let bench = SessionBench(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    bench.take(.opened)
    #expect(bench.asked == ["getRouterRtpCapabilities"])
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    bench.accept("createWebRtcTransport", ["id": "send"])
    bench.accept("createWebRtcTransport", ["id": "receive"])
    bench.hear("entryResponded", ["decision": "allowed"])
    bench.accept("join", ["peers": []])
    #expect(bench.asked.contains("produce"))
  }

  @Test("the last of many wishes counts, with one request under way at a time")
  func wishes() {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    for isOn in [true, false, true, false, true] { bench.take(.publish(.audio, isOn: isOn)) }
    #expect(bench.asked.count { $0 == "produce" } == 1)
    bench.accept("produce", ["id": "p1"])
    for isOn in [false, true, false] { bench.take(.publish(.audio, isOn: isOn)) }
    #expect(bench.asked.count { $0 == "closeProducer" } == 1)
    bench.take(.publish(.audio, isOn: true))
    bench.accept("closeProducer")
    bench.accept("produce", ["id": "p2"])
    #expect(!bench.asked.contains("closeProducer"))
    let other = SignallingStream(id: "p2", peer: "me", media: .audio)
    #expect(bench.takeNews() == [.streamOpened(own), .streamClosed(own), .streamOpened(other)])
  }

  @Test("what is not wanted any more when it is there is let go, and never shown")
  func unwanted() {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    bench.take(.publish(.audio, isOn: false))
    bench.accept("produce", ["id": "p1"])
    #expect(bench.request("closeProducer")?.data == ["producerId": "p1"])
    #expect(bench.takeNews() == [.mediaWithdrawn(.audio)])
  }

  @Test("switched off from outside, it is off at once, and the service is answered")
  func silenced() {
    let bench = speaking()
    #expect(bench.ask("disableMic") == .accepted(id: 7, data: [:]))
    #expect(bench.takeNews() == [.streamClosed(own), .silenced(.audio)])
    #expect(bench.asked.contains("closeProducer"))
    bench.take(.publish(.audio, isOn: true))
    #expect(bench.asked.contains("produce"), "it can be switched on again while the old one is being closed")
    bench.refuse("closeProducer", 404)
    bench.accept("produce", ["id": "p2"])
    #expect(bench.takeNews() == [.streamOpened(SignallingStream(id: "p2", peer: "me", media: .audio))])
  }

  @Test("switched off from outside while it is being switched on, it stays off")
  func silencedEarly() {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    _ = bench.ask("disableMic")
    bench.accept("produce", ["id": "p1"])
    #expect(bench.takeNews() == [.silenced(.audio), .mediaWithdrawn(.audio)])
    #expect(bench.request("closeProducer") != nil)
  }

  @Test("a question is answered and passed on, under either name", arguments: ["enableMic", "enabledMic"])
  func asked(_ method: String) {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    #expect(bench.ask(method, ["peerId": "ana"]) == .accepted(id: 7, data: [:]))
    #expect(bench.takeNews() == [.asked(for: .audio, by: "ana")])
    #expect(bench.asked == [], "nothing is switched on unasked")
  }

  @Test("cameras are asked for and switched off likewise")
  func camera() {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    #expect(bench.ask("enableWebcam") == .accepted(id: 7, data: [:]))
    #expect(bench.ask("disableWebcam") == .accepted(id: 7, data: [:]))
    #expect(bench.takeNews() == [.asked(for: .video, by: nil), .silenced(.video)])
    bench.take(.publish(.video, isOn: true))
    #expect(bench.request("produce")?.data["kind"] == "video")
  }

  @Test("refused, it is off, and why is told")
  func refused() throws {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    bench.refuse("produce", 4010, "too many speakers")
    guard case .mediaFailed(.audio, let failure)? = bench.takeNews().first else { throw Failure("not told") }
    #expect(failure.vendorCode == "4010" && failure.operation == "produce")
    bench.take(.publish(.audio, isOn: true))
    #expect(bench.asked.contains("produce"))
  }

  @Test("an answer that comes after all belongs to nothing that is shown, and is let go")
  func late() throws {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.publish(.audio, isOn: true))
    let produce = try bench.expect("produce")
    bench.wait(.seconds(16))
    guard case .mediaFailed(.audio, let failure)? = bench.takeNews().first else { throw Failure("told something else") }
    #expect(failure.reason == .timeout)
    bench.answer(produce.id, ["id": "late"])
    #expect(bench.request("closeProducer")?.data == ["producerId": "late"])
    #expect(bench.takeNews().isEmpty)
  }

  @Test("who may not publish is told so; who stops publishing closes everything")
  func modes() throws {
    let bench = SessionBench.joined(mode: .receiveOnly)
    bench.take(.publish(.audio, isOn: true))
    guard case .mediaFailed(.audio, let failure)? = bench.takeNews().first else { throw Failure("not told") }
    #expect(failure.reason == .forbidden && bench.asked.isEmpty)
    let other = speaking()
    other.take(.changeMode(ticket: 1, .receiveOnly))
    #expect(try other.accepted("changeMode") == ["mode": "RECV_ONLY"])
    #expect(other.takeNews() == [.streamClosed(own), .modeChanged(peer: "me", .receiveOnly)])
    #expect(other.asked.contains("closeProducer"))
  }

  @Test("nothing begins while a mode is asked for in which it would be refused; it does where that is refused itself")
  func modeUnderWay() {
    let bench = SessionBench.joined(mode: .sendAndReceive)
    bench.take(.changeMode(ticket: 1, .receiveOnly))
    bench.take(.publish(.audio, isOn: true))
    #expect(bench.asked == ["changeMode"])
    bench.refuse("changeMode", 403)
    #expect(bench.asked == ["produce"])
    let other = SessionBench.joined(mode: .sendAndReceive)
    other.take(.changeMode(ticket: 1, .receiveOnly))
    other.take(.publish(.audio, isOn: true))
    other.accept("changeMode")
    #expect(other.asked.isEmpty && other.takeNews() == [.modeChanged(peer: "me", .receiveOnly)])
  }

  @Test("who came without transports makes them when they publish")
  func transportsLater() {
    let bench = SessionBench.joined(mode: .signallingOnly)
    bench.take(.changeMode(ticket: 1, .sendAndReceive))
    bench.accept("changeMode")
    bench.take(.publish(.audio, isOn: true))
    bench.take(.publish(.video, isOn: true))
    #expect(bench.asked == ["getRouterRtpCapabilities"])
    bench.accept("getRouterRtpCapabilities", SessionBench.router)
    bench.accept("createWebRtcTransport", ["id": "send"])
    bench.accept("createWebRtcTransport", ["id": "receive"])
    #expect(bench.asked == ["produce", "produce"])
  }

  @Test("transports that are refused later cost the microphone only")
  func transportsRefused() throws {
    let bench = SessionBench.joined(mode: .signallingOnly)
    bench.take(.changeMode(ticket: 1, .sendAndReceive))
    bench.accept("changeMode")
    bench.take(.publish(.audio, isOn: true))
    bench.forgetNews()
    bench.refuse("getRouterRtpCapabilities", 500)
    guard case .mediaFailed(.audio, _)? = bench.takeNews().first else { throw Failure("not told") }
    #expect(bench.end == nil)
  }
}
