import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Media, as far as the signalling goes")
struct MediaPlumbingTests {
  /// Somebody who may send and receive, and where it sends.
  private static func sender(_ bench: SignallingBench, _ id: String, _ room: String) async throws -> (Peer, JSON) {
    let peer = try await bench.connect(id, room, mode: "SEND_AND_RECV")
    let transports = try await peer.transports()
    try await peer.enter()
    return (peer, transports.send)
  }

  private static func wish(_ transport: JSON, _ kind: String = "audio", _ appData: JSON = [:]) -> JSON {
    ["transportId": transport, "kind": .string(kind), "rtpParameters": [:], "appData": appData]
  }

  @Test("a transport is well formed")
  func transports() async throws {
    try await SignallingBench.running { bench in
      let peer = try await bench.connect("ann", try await bench.room(), mode: "SEND_AND_RECV")
      let transport = try await peer.data(
        "createWebRtcTransport", ["producing": true, "consuming": false, "sctpCapabilities": [:], "forceTcp": false])
      let id = transport["id"] ?? .null
      #expect(transport["iceParameters"]?["usernameFragment"]?.stringValue?.isEmpty == false)
      #expect(transport["iceParameters"]?["password"]?.stringValue?.utf8.count ?? 0 >= 22)
      let candidate = transport["iceCandidates"]?.arrayValue?.first
      #expect(candidate?["ip"] == "127.0.0.1" && candidate?["type"] == "host")
      let print = transport["dtlsParameters"]?["fingerprints"]?.arrayValue?.first?["value"]?.stringValue ?? ""
      #expect(print.split(separator: ":").count == 32)
      #expect(transport["sctpParameters"]?["port"]?.integerValue == 5000)
      _ = try await peer.data("connectWebRtcTransport", ["transportId": id, "dtlsParameters": ["role": "client"]])
      #expect(await peer.refusal("connectWebRtcTransport", ["transportId": id]).hasPrefix("400"))
      #expect(
        await peer.refusal("connectWebRtcTransport", ["transportId": "x", "dtlsParameters": [:]]).hasPrefix("404"))
      #expect(await peer.refusal("createWebRtcTransport", ["producing": false]).hasPrefix("400"))
      #expect(await peer.refusal("createWebRtcTransport", ["producing": 1]).hasPrefix("400"))
      try await peer.enter()
      #expect(try await peer.data("restartIce", ["transportId": id])["iceParameters"]?["iceLite"] == true)
    }
  }

  @Test("what is published shows in the state of people, once, and ends with its last producer")
  func produces() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      let (ann, send) = try await Self.sender(bench, "ann", room)
      _ = await bot.heard()
      let first = try await ann.data("produce", Self.wish(send))["id"] ?? .null
      let second = try await ann.data("produce", Self.wish(send))["id"] ?? .null
      #expect(first != second)
      #expect(
        await bot.heard().map { $0["data"] } == [["peerId": "ann", "kind": "audio", "newState": true]])
      _ = try await ann.data("closeProducer", ["producerId": first])
      #expect(await bot.heard().isEmpty)
      _ = try await ann.data("closeProducer", ["producerId": second])
      #expect(await bot.news("participantMediaStateChanged")?["newState"] == false)
      _ = try await ann.data("produce", Self.wish(send, "video"))
      #expect(await bot.news("participantMediaStateChanged") == ["peerId": "ann", "kind": "video", "newState": true])
      // A shared screen is no camera.
      _ = try await ann.data("produce", Self.wish(send, "video", ["share": true]))
      #expect(await bot.heard().isEmpty)
      let publishes = try await bench.connection("ann")?["publishes"]
      #expect(publishes == ["screenShare", "webcam"])
    }
  }

  @Test("what is not as it must be is refused")
  func refusals() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, send) = try await Self.sender(bench, "ann", room)
      let receive = try await ann.transports().receive
      for (method, data, code) in [
        ("produce", Self.wish("x"), "404"), ("produce", Self.wish(receive), "400"),
        ("produce", Self.wish(send, "smell"), "400"),
        ("produce", ["transportId": send, "kind": "audio"], "400"), ("closeProducer", ["producerId": "x"], "404"),
        ("closeProducer", [:], "400"), ("produceData", ["transportId": send], "400"),
        ("produceData", ["transportId": receive, "sctpStreamParameters": [:]], "400"),
        ("resumeConsumer", ["consumerId": "x"], "404"), ("pauseConsumer", [:], "400"),
        ("setConsumerPreferredLayers", ["consumerId": "x"], "404"), ("getTransportStats", ["peerId": "x"], "404"),
        ("fly", [:], "500"),
      ] as [(String, JSON, String)] {
        #expect(await ann.refusal(method, data).hasPrefix(code), "\(method) \(data.text())")
      }
      for method in [
        "pauseAllConsumers", "resumeAllConsumers", "enableAdaptiveSubscription", "disableAdaptiveSubscription",
      ] { #expect(try await ann.data(method) == [:]) }
      let listener = try await bench.connect("lea", room, mode: "RECV_ONLY")
      let transports = try await listener.transports()
      try await listener.enter()
      #expect(await listener.refusal("produce", Self.wish(transports.send)).hasPrefix("403"))
    }
  }

  @Test("whoever receives is offered what others publish, now and later, and is told of its end")
  func consumers() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      let (ann, send) = try await Self.sender(bench, "ann", room)
      let audio = try await ann.data("produce", Self.wish(send, "audio", ["label": "a"]))["id"] ?? .null
      let (bob, _) = try await Self.sender(bench, "bob", room)
      let offer = await bob.question("newConsumer")
      let data = offer?["data"]
      #expect(data?["producerId"] == audio && data?["kind"] == "audio" && data?["peerId"] == "ann")
      #expect(data?["appData"] == ["label": "a", "peerId": "ann"])
      #expect(data?["rtpParameters"]?["codecs"]?.arrayValue?.first?["mimeType"] == "audio/opus")
      await bob.accept(offer)
      let consumer: JSON = ["consumerId": data?["id"] ?? .null]
      for method in ["resumeConsumer", "pauseConsumer", "requestConsumerKeyFrame"] {
        _ = try await bob.data(method, consumer)
      }
      let video = try await ann.data("produce", Self.wish(send, "video"))["id"] ?? .null
      let second = await bob.question("newConsumer")
      #expect(second?["data"]?["producerId"] == video)
      #expect(second?["data"]?["rtpParameters"]?["mid"] != data?["rtpParameters"]?["mid"])
      // What is refused is not received.
      await bob.reject(second)
      _ = await bob.heard()
      #expect(try await bench.connection("bob")?["receives"] == ["ann.mic"])
      _ = try await ann.data("closeProducer", ["producerId": audio])
      #expect(await bob.news("consumerClosed") == consumer)
      #expect(await bot.heard().allSatisfy { $0["request"] == nil })
    }
  }

  @Test("who can receive only later is offered then what is published, and loses it with the mode")
  func laterConsumers() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      try await bench.device("dev", room, ["audio": true])
      let bob = try await bench.join("bob", room)
      _ = try await bob.data("changeMode", ["mode": "RECV_ONLY"])
      #expect(await bob.methods() == ["peerModeChanged"])
      try await bob.transports()
      #expect(await bob.question("newConsumer")?["data"]?["peerId"] == "dev")
      // Another transport brings nothing twice.
      try await bob.transports()
      #expect(await bob.heard().isEmpty)
      _ = try await bob.data("changeMode", ["mode": "SIGNALLING_ONLY"])
      #expect(await bob.methods() == ["consumerClosed", "peerModeChanged"])
      _ = try await bob.data("changeMode", ["mode": "SEND_AND_RECV"])
      #expect(await bob.methods() == ["newConsumer", "peerModeChanged"])
      #expect(try await bench.connection("bob")?["receives"] == ["dev.mic"])
    }
  }

  @Test("consumers end with whoever they are of")
  func consumersOfTheGone() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, send) = try await Self.sender(bench, "ann", room)
      _ = try await ann.data("produce", Self.wish(send))
      let (bob, _) = try await Self.sender(bench, "bob", room)
      let offer = await bob.question("newConsumer")
      await ann.socket.close()
      #expect(await bob.news("consumerClosed") == ["consumerId": offer?["data"]?["id"] ?? .null])
      #expect(await bob.news("peerClosed")?["peerId"] == "ann")
    }
  }

  @Test("data channels are offered like media")
  func dataChannels() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, send) = try await Self.sender(bench, "ann", room)
      let (bob, _) = try await Self.sender(bench, "bob", room)
      let wish: JSON = [
        "transportId": send, "sctpStreamParameters": ["streamId": 1], "label": "chat", "protocol": "",
        "appData": ["info": "x"],
      ]
      let id = try await ann.data("produceData", wish)["id"]
      for peer in [bob, try await Self.sender(bench, "cid", room).0] {
        let offer = await peer.question("newDataConsumer")?["data"]
        #expect(offer?["dataProducerId"] == id && offer?["label"] == "chat" && offer?["peerId"] == "ann")
        #expect(offer?["sctpStreamParameters"] == ["streamId": 1])
      }
    }
  }

  @Test("devices of the control plane show on sockets: sound, picture, mode, who speaks")
  func devices() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      let (ann, _) = try await Self.sender(bench, "ann", room)
      _ = await bot.heard()
      try await bench.device("dev", room, ["audio": true])
      #expect(await ann.question("newConsumer")?["data"]?["peerId"] == "dev")
      let path = "rooms/\(room)/participants/dev"
      try await bench.control("PATCH", path, ["speaking": true, "level": 0.5])
      try await bench.control("PATCH", path, ["audio": false])
      try await bench.control("PATCH", path, ["mode": "RECV_ONLY"])
      try await bench.control("POST", "rooms/\(room)/active-speaker", ["participant_id": "ann", "volume": 0.25])
      try await bench.control("DELETE", path)
      let frames = await bot.heard()
      #expect(
        frames.compactMap { $0["method"]?.stringValue } == [
          "newPeer", "participantMediaStateChanged", "activeSpeaker", "participantMediaStateChanged", "activeSpeaker",
          "peerModeChanged", "activeSpeaker", "peerClosed",
        ])
      #expect(frames[2]["data"] == ["peerId": "dev", "volume": 0.5])
      // Nobody speaks any more.
      #expect(frames[4]["data"] == [:])
      // Who goes takes nobody's turn but their own.
      #expect(frames[6]["data"] == ["peerId": "ann", "volume": 0.25])
      #expect(await ann.news("consumerClosed") != nil)
    }
  }

  @Test("who is there for the signalling alone hears no media where that is switched off")
  func deaf() async throws {
    try await SignallingBench.running({ $0.signallingOnlyHearsMedia = false }) { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      let (ann, _) = try await Self.sender(bench, "ann", room)
      try await bench.device("dev", room, ["audio": true])
      try await bench.control("POST", "rooms/\(room)/active-speaker", ["participant_id": "dev"])
      #expect(await bot.methods() == ["newPeer", "newPeer"])
      #expect(await ann.news("activeSpeaker") == ["peerId": "dev"])
      #expect(await ann.news("participantMediaStateChanged")?["peerId"] == "dev")
    }
  }

  @Test("statistics are of the transports that exist")
  func stats() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      _ = try await Self.sender(bench, "ann", room)
      #expect(try await bot.data("getTransportStats") == ["recv": [:], "send": [:]])
      let stats = try await bot.data("getTransportStats", ["peerId": "ann"])
      #expect(stats["recv"]?["rtt"] != nil && stats["send"]?["rtt"] != nil)
    }
  }
}
