import JSONCoding
import MockKit
import ProgramTesting
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Acting on others, and on oneself")
struct ActingTests {
  /// A moderator, somebody who publishes sound, and somebody who only listens.
  private struct Room {
    let id: String
    let host: Peer
    let ann: Peer
    let bob: Peer
    let producer: JSON
  }

  private static func room(_ bench: SignallingBench) async throws -> Room {
    let id = try await bench.room()
    let host = try await bench.moderator("host", id)
    let ann = try await bench.connect("ann", id, mode: "SEND_AND_RECV")
    let transports = try await ann.transports()
    try await ann.enter()
    let producer = try await ann.data(
      "produce", ["transportId": transports.send, "kind": "audio", "rtpParameters": [:]])
    let bob = try await bench.join("bob", id)
    for peer in [host, ann, bob] { _ = await peer.heard() }
    return Room(id: id, host: host, ann: ann, bob: bob, producer: producer["id"] ?? .null)
  }

  private static func isOn(_ bench: SignallingBench, _ room: String, _ id: String) async throws -> Bool {
    let state = try await bench.control("GET", "state").json
    let rooms = state[TestVendor.key]?["rooms"]?.arrayValue ?? []
    let people = rooms.flatMap { $0["participants"]?.arrayValue ?? [] }
    return people.first { $0["participant_id"]?.stringValue == id }?["audio"] == true
  }

  @Test("a forced mute is asked of the client, and is true once it has obeyed")
  func mute() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      #expect(try await Self.isOn(bench, room.id, "ann"))
      _ = try await room.host.data("disablePeerMic", ["peerId": "ann"])
      let question = await room.ann.question("disableMic")
      #expect(question?["data"] == [:])
      #expect(try await Self.isOn(bench, room.id, "ann"))
      #expect(await room.host.heard().isEmpty)
      await room.ann.accept(question)
      let news: JSON = ["peerId": "ann", "kind": "audio", "newState": false]
      #expect(await room.host.news("participantMediaStateChanged") == news)
      #expect(await room.bob.news("participantMediaStateChanged") == news)
      #expect(await room.ann.news("participantMediaStateChanged") == news)
      #expect(try await !Self.isOn(bench, room.id, "ann"))
      #expect(await room.ann.refusal("closeProducer", ["producerId": room.producer]).hasPrefix("404"))
    }
  }

  @Test("a client that closes what it sends is muted before it answers; one that refuses is not muted")
  func muteByClosing() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      _ = try await room.host.data("disablePeerMic", ["peerId": "ann"])
      let first = await room.ann.question("disableMic")
      await room.ann.reject(first)
      _ = await room.ann.heard()
      #expect(try await Self.isOn(bench, room.id, "ann"))
      _ = try await room.host.data("disablePeerMic", ["peerId": "ann"])
      let second = await room.ann.question("disableMic")
      #expect(first?["id"] != second?["id"])
      _ = try await room.ann.data("closeProducer", ["producerId": room.producer])
      #expect(await room.host.news("participantMediaStateChanged")?["newState"] == false)
      await room.ann.accept(second)
      _ = await room.ann.heard()
      #expect(await room.host.heard().isEmpty)
    }
  }

  @Test("or is true at once, whatever the client does")
  func muteAtOnce() async throws {
    try await SignallingBench.running({
      $0.muting = .atOnce
      $0.ownMediaStateIsTold = false
    }) { bench in
      let room = try await Self.room(bench)
      _ = try await room.host.data("disablePeerMic", ["peerId": "ann"])
      #expect(await room.host.news("participantMediaStateChanged")?["newState"] == false)
      #expect(try await !Self.isOn(bench, room.id, "ann"))
      #expect(await room.ann.heard().compactMap { $0["method"]?.stringValue } == ["disableMic"])
    }
  }

  @Test("a device without a connection is muted at once, and unmutes itself only where that is switched on")
  func devices() async throws {
    for accepts in [false, true] {
      try await SignallingBench.running({ $0.devicesAcceptRequests = accepts }) { bench in
        let room = try await bench.room()
        let host = try await bench.moderator("host", room)
        try await bench.device("dev", room, ["audio": true, "video": true])
        _ = await host.heard()
        for method in ["disablePeerMic", "disablePeerWebcam", "enablePeerMic", "enablePeerWebcam"] {
          _ = try await host.data(method, ["peerId": "dev"])
        }
        let states = await host.heard().compactMap { $0["data"]?["newState"]?.boolValue }
        #expect(states == [false, false] + (accepts ? [true, true] : []))
      }
    }
  }

  @Test("somebody is asked to unmute by the name that a client listens to", arguments: ["enabledMic", "enableMic"])
  func unmute(_ name: String) async throws {
    try await SignallingBench.running({ $0.micRequest = name }) { bench in
      let room = try await Self.room(bench)
      _ = try await room.host.data("enablePeerMic", ["peerId": "bob"])
      let question = await room.bob.question(name)
      #expect(question?["data"] == ["peerId": "host"])
      #expect(try await bench.connection("bob")?["unanswered"] == [.string(name)])
      await room.bob.accept(question)
      _ = await room.bob.heard()
      #expect(try await bench.connection("bob")?["unanswered"] == [])
      #expect(try await bench.journal().contains { $0["operation"]?.stringValue == "\(name) reply" })
      _ = try await room.host.data("enablePeerWebcam", ["peerId": "bob"])
      #expect(await room.bob.question("enableWebcam")?["data"] == ["peerId": "host"])
      _ = try await room.host.data("disablePeerWebcam", ["peerId": "bob"])
      #expect(await room.bob.question("disableWebcam") != nil)
      // Nothing is told of what somebody was only asked for.
      #expect(await room.host.heard().isEmpty)
    }
  }

  @Test("whoever is removed is told to close; the others hear of it, with the reason", arguments: ["ann", "dev"])
  func remove(_ target: String) async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      try await bench.device("dev", room.id)
      _ = await room.bob.news("newPeer")
      _ = try await room.host.data("removePeer", ["peerId": .string(target)])
      let gone = await room.bob.news("peerClosed")
      #expect(gone?["peerId"]?.stringValue == target)
      #expect(gone?["reasonCode"]?.integerValue == 1002)
      if target == "ann" {
        let question = await room.ann.question("close")
        #expect(question?["data"]?["reasonCode"]?.integerValue == 1002)
        await room.ann.socket.close()
        #expect(await eventually { (try? await bench.connections().count) == 2 })
        #expect(await room.bob.heard().isEmpty)
      }
    }
  }

  @Test("a reason is where it is switched to be")
  func reasons() async throws {
    for (field, expected) in [
      (VideoSDKSignallingOptions.ReasonField.leaveReason, ["peerId", "leaveReason", "reason"]), (.none, ["peerId"]),
    ] {
      try await SignallingBench.running({ $0.reasonField = field }) { bench in
        let room = try await Self.room(bench)
        _ = try await room.host.data("removePeer", ["peerId": "ann"])
        #expect(await room.bob.news("peerClosed")?.objectValue?.keys == expected)
      }
    }
  }

  @Test("closing a room ends the session for everybody, and nobody's leaving is told by itself")
  func close() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      _ = try await room.host.data("closeRoom")
      for peer in [room.host, room.ann, room.bob] {
        let frame = await peer.next()
        #expect(frame?["method"] == "close" && frame?["data"]?["reasonCode"]?.integerValue == 1006)
      }
      let session = try await bench.send("GET", "/v2/sessions?roomId=\(room.id)").json["data"]?.arrayValue?.first
      #expect(session?["status"] == "ended")
    }
  }

  @Test("nobody acts on others without allow_mod")
  func refused() async throws {
    try await SignallingBench.running({ $0.moderationRefusalCode = 4025 }) { bench in
      let room = try await Self.room(bench)
      for method in [
        "enablePeerMic", "disablePeerMic", "enablePeerWebcam", "disablePeerWebcam", "removePeer", "closeRoom",
      ] {
        #expect(await room.bob.refusal(method, ["peerId": "ann"]).hasPrefix("4025"), "\(method)")
        if method == "closeRoom" { continue }
        #expect(await room.host.refusal(method, ["peerId": "nobody"]).hasPrefix("404"), "\(method)")
        #expect(await room.host.refusal(method).hasPrefix("400"), "\(method)")
      }
      #expect(await room.ann.heard().isEmpty)
    }
    try await SignallingBench.running({ $0.closingNeedsModeration = false }) { bench in
      let room = try await Self.room(bench)
      _ = try await room.bob.data("closeRoom")
    }
  }

  @Test("everybody changes the own mode, which everybody hears; what may not be sent any more ends")
  func mode() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      #expect(await room.host.refusal("changeMode", ["peerId": "ann", "mode": "RECV_ONLY"]).hasPrefix("403"))
      #expect(await room.ann.refusal("changeMode", ["mode": "LOUD"]).hasPrefix("400"))
      #expect(await room.ann.refusal("changeMode").hasPrefix("400"))
      _ = try await room.ann.data("changeMode", ["mode": "RECV_ONLY"])
      for peer in [room.ann, room.host, room.bob] {
        let frames = await peer.heard()
        #expect(
          frames.compactMap { $0["method"]?.stringValue } == ["participantMediaStateChanged", "peerModeChanged"])
        #expect(frames.last?["data"] == ["peerId": "ann", "mode": "RECV_ONLY"])
      }
      #expect(try await bench.connection("ann")?["mode"] == "RECV_ONLY")
      #expect(try await bench.connection("ann")?["publishes"] == [])
      // The same again is no change.
      _ = try await room.ann.data("changeMode", ["mode": "RECV_ONLY"])
      #expect(await room.host.heard().isEmpty)
    }
  }

  @Test("somebody goes to another room on the same connection")
  func switching() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      let next = try await bench.room()
      let there = try await bench.join("zoe", next)
      let secret = bench.vendor.token()
      let wish: JSON = ["secret": .string(secret), "meetingId": .string(next), "participantId": "ann"]
      _ = try await room.ann.data("switchToMeeting", wish)
      let entry = await room.ann.news("entryResponded")
      #expect(entry?["switchingRoomId"]?.stringValue == next && entry?["decision"] == "allowed")
      #expect(await room.bob.heard().isEmpty)
      let joined = try await room.ann.join(["switchingRoom": true])
      #expect(joined["peers"]?.arrayValue?.compactMap { $0["id"]?.stringValue } == ["zoe"])
      #expect(await room.bob.news("peerClosed")?["reasonCode"]?.integerValue == 1005)
      #expect(await there.news("newPeer")?["id"] == "ann")
      // Whoever goes by itself is not told to close.
      #expect(await room.ann.heard().isEmpty)
      #expect(try await bench.connection("ann")?["room_id"]?.stringValue == next)
    }
  }

  @Test("a switch that may not be is refused, and nothing has changed")
  func switchRefused() async throws {
    try await SignallingBench.running { bench in
      let room = try await Self.room(bench)
      let next = try await bench.room()
      let good = bench.vendor.token()
      let pinned = bench.token("ann", room.id, ["allow_join"])
      let asking = bench.vendor.token { $0["permissions"] = ["ask_join"] }
      for (wish, code) in [
        (["secret": .string(pinned), "meetingId": .string(next)], "4022"),
        (["secret": .string(good), "meetingId": "aaaa-bbbb-cccc"], "4003"),
        (["secret": .string(good), "meetingId": .string(room.id)], "400"),
        (["secret": .string(good), "meetingId": .string(next), "participantId": "bob"], "400"),
        (["secret": .string(good), "meetingId": .string(next), "mode": "LOUD"], "400"),
        (["secret": .string(asking), "meetingId": .string(next)], "403"), (["meetingId": .string(next)], "400"),
        (["secret": "x", "meetingId": .string(next)], "4002"),
      ] as [(JSON, String)] {
        #expect(await room.ann.refusal("switchToMeeting", wish).hasPrefix(code), "\(wish.text())")
      }
      #expect(await room.ann.refusal("join", ["switchingRoom": true]).hasPrefix("400"))
      #expect(await room.ann.heard().isEmpty)
      #expect(try await bench.connection("ann")?["room_id"]?.stringValue == room.id)
    }
  }
}
