import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Topics and the store")
struct PubSubTests {
  @Test("whoever subscribed hears a message, its sender too, and by whom it is says the server")
  func publish() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.join("ann", room), try await bench.join("bob", room))
      let deaf = try await bench.join("deaf", room)
      for peer in [ann, bob] { #expect(try await peer.data("pubsubSubscribe", ["topic": "T"]) == ["messages": []]) }
      for peer in [ann, bob, deaf] { _ = await peer.heard() }
      let wish: JSON = [
        "topic": "T", "message": "hi", "options": [:], "payload": ["n": 1], "senderId": "bob", "senderName": "x",
      ]
      #expect(try await ann.data("pubsubPublish", wish) == [:])
      for peer in [ann, bob] {
        let message = await peer.news("pubsubMessage")
        #expect(message?["topic"] == "T" && message?["message"] == "hi" && message?["payload"] == ["n": 1])
        #expect(message?["senderId"] == "ann" && message?["senderName"] == "ANN")
        #expect(message?["timestamp"] == "2026-01-01T00:00:00.000Z")
        #expect(message?["id"]?.stringValue?.utf8.count == 24 && message?["sendOnly"] == nil)
      }
      _ = try await bob.data("pubsubUnsubscribe", ["topic": "T"])
      _ = try await ann.data("pubsubPublish", ["topic": "T", "message": "again"])
      #expect(await ann.news("pubsubMessage")?["message"] == "again")
      #expect(await bob.heard().isEmpty)
      #expect(await deaf.heard().isEmpty)
    }
  }

  @Test("what was to be kept is the history of a topic, for late subscribers and joiners")
  func history() async throws {
    try await SignallingBench.running({ $0.timestamp = .milliseconds }) { bench in
      let room = try await bench.room()
      let ann = try await bench.join("ann", room)
      for (topic, text, keeps) in [("CHAT", "1", true), ("CHAT", "2", false), ("T", "3", true), ("CHAT", "4", true)] {
        _ = try await ann.data(
          "pubsubPublish", ["topic": .string(topic), "message": .string(text), "options": ["persist": .bool(keeps)]])
      }
      let bob = try await bench.connect("bob", room)
      await bob.ask("requestEntry")
      let joined = try await bob.join()
      #expect(joined["messages"]?.arrayValue?.compactMap { $0["message"]?.stringValue } == ["1", "4"])
      let history = try await bob.data("pubsubSubscribe", ["topic": "T"])["messages"]?.arrayValue
      #expect(history?.count == 1 && history?[0]["timestamp"] == "1767225600000")
      // A session takes its messages along.
      let host = try await bench.moderator("host", room)
      _ = try await host.data("closeRoom")
      let next = try await bench.join("next", room)
      #expect(try await next.data("pubsubSubscribe", ["topic": "CHAT"])["messages"] == [])
    }
  }

  @Test("a message for some is not heard by others, now or later", arguments: [true, false])
  func sendOnly(_ reachesSender: Bool) async throws {
    try await SignallingBench.running({ $0.sendOnlyReachesSender = reachesSender }) { bench in
      let room = try await bench.room()
      var peers: [Peer] = []
      for id in ["ann", "bob", "cid"] {
        let peer = try await bench.join(id, room)
        _ = try await peer.data("pubsubSubscribe", ["topic": "T"])
        peers.append(peer)
      }
      for peer in peers { _ = await peer.heard() }
      let options: JSON = ["persist": true, "sendOnly": ["bob"]]
      _ = try await peers[0].data("pubsubPublish", ["topic": "T", "message": "psst", "options": options])
      #expect(await peers[1].news("pubsubMessage")?["sendOnly"] == ["bob"])
      #expect(await peers[2].heard().isEmpty)
      #expect(await peers[0].methods() == (reachesSender ? ["pubsubMessage"] : []))
      #expect(try await peers[2].data("pubsubSubscribe", ["topic": "T"])["messages"] == [])
      #expect(try await peers[1].data("pubsubSubscribe", ["topic": "T"])["messages"]?.arrayValue?.count == 1)
    }
  }

  @Test("what is not as it must be is refused by name")
  func refusals() async throws {
    try await SignallingBench.running { bench in
      let ann = try await bench.join("ann", try await bench.room())
      for (method, data, field) in [
        ("pubsubSubscribe", [:], "topic"), ("pubsubSubscribe", ["topic": ""], "topic"),
        ("pubsubPublish", ["message": "x"], "topic"), ("pubsubPublish", ["topic": "T"], "message"),
        ("pubsubPublish", ["topic": "T", "message": 5], "message"),
        ("pubsubPublish", ["topic": "T", "message": "x", "options": ["sendOnly": [1]]], "sendOnly"),
        ("pubsubPublish", ["topic": "T", "message": "x", "options": ["persist": 1]], "persist"),
        ("realtimeStoreSet", ["value": 1], "key"), ("realtimeStoreGet", [:], "key"),
      ] as [(String, JSON, String)] {
        let refusal = await ann.refusal(method, data)
        #expect(refusal.hasPrefix("400") && refusal.contains(field), "\(refusal)")
      }
    }
  }

  @Test("a device raises its hand and publishes over the control plane")
  func devices() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let bot = try await bench.join("bot", room)
      for topic in ["RAISE_HAND", "T"] { _ = try await bot.data("pubsubSubscribe", ["topic": .string(topic)]) }
      try await bench.device("dev", room, ["name": "Dev"])
      try await bench.control("POST", "rooms/\(room)/permission-requests", ["participant_id": "dev"])
      #expect(await bot.news("pubsubMessage")?["senderId"] == "dev")
      try await bench.control(
        "POST", "rooms/\(room)/messages", ["participant_id": "dev", "topic": "T", "message": "m", "payload": ["x": 1]])
      #expect(await bot.news("pubsubMessage")?["payload"] == ["x": 1])
      // A device does what cooperating clients do.
      let mode: JSON = ["topic": "CHANGE_MODE_dev", "message": #"{"mode":"RECV_ONLY"}"#]
      _ = try await bot.data("pubsubPublish", mode)
      #expect(await bot.news("peerModeChanged") == ["peerId": "dev", "mode": "RECV_ONLY"])
    }
  }

  @Test("values are kept for the session and told to whoever observes them")
  func store() async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let (ann, bob) = (try await bench.moderator("ann", room), try await bench.join("bob", room))
      #expect(try await bob.data("realtimeStoreObserve", ["key": "k"]) == ["key": "k", "value": nil])
      #expect(try await ann.data("realtimeStoreSet", ["key": "k", "value": ["n": 1]])["value"] == ["n": 1])
      #expect(
        await bob.news("realtimeStoreValueChanged") == ["key": "k", "value": ["n": 1], "updatedBy": "ann"])
      #expect(try await bob.data("realtimeStoreGet", ["key": "k"])["value"] == ["n": 1])
      _ = try await bob.data("realtimeStoreStopObserve", ["key": "k"])
      _ = try await ann.data("realtimeStoreSet", ["key": "k", "value": nil])
      #expect(await bob.heard().isEmpty)
      #expect(try await bob.data("realtimeStoreGet", ["key": "k"])["value"] == .null)
      _ = try await ann.data("realtimeStoreSet", ["key": "k", "value": 1])
      _ = try await ann.data("closeRoom")
      let next = try await bench.join("next", room)
      #expect(try await next.data("realtimeStoreGet", ["key": "k"])["value"] == .null)
    }
  }
}
