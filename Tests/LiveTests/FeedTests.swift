import Clocks
import GatewayEngine
import JSONCoding
import Metrics
import MockKit
import ProgramTesting
import StreamAdapter
import StreamMock
import Testing

/// The connection that tells what happens breaks, floods or repeats: nothing is lost for good, nothing is told twice.
@Suite("A connection to the vendor in bad weather")
struct FeedTests {
  /// Which of two ways is the quicker.
  enum First: CaseIterable { case socket, hooks }

  @Test("the same news by both ways is told once, whichever comes first", arguments: First.allCases)
  func bothWays(_ first: First) async throws {
    try await WatchBench.running(.both) { bench in
      let room = try await bench.room("audio_room")
      #expect(try await bench.isWatched(room, type: "audio_room"))
      switch first {
      case .socket: try await bench.control("POST", "webhooks/next", ["mutation": "drop", "times": 10_000])
      case .hooks: try await bench.control("POST", "sockets/silence", [:])
      }
      try await muchHappens(bench, room)
      let told = try await bench.events(room)
      #expect(told.allSatisfy { $0["source"] != (first == .socket ? "webhook" : "socket") })
      switch first {
      case .socket: try await repeatOverHooks(bench)
      case .hooks: try await repeatOverSocket(bench)
      }
      let types = try await bench.types(room)
      #expect(types == told.compactMap { $0["type"]?.stringValue })
      for type in [
        "participant.joined", "participant.left", "recording.started", "recording.stopped", "message.sent",
        "permission.granted",
      ] {
        #expect(types.count { $0 == type } == 1, "\(type)")
      }
    }
  }

  private func muchHappens(_ bench: WatchBench, _ room: String) async throws {
    let call = "/video/call/audio_room/\(room)"
    try await bench.vendor("\(call)/go_live")
    #expect(try await bench.has("room.went_live", in: room))
    let ana = try await bench.enter("ana", room, type: "audio_room")
    #expect(try await bench.has("participant.joined", in: room))
    try await bench.vendor("\(call)/recordings/composite/start")
    try await bench.control(
      "POST", "rooms/audio_room:\(room)/permission-requests", ["user_id": "ana", "permissions": ["send-audio"]])
    #expect(try await bench.has("permission.requested", in: room))
    try await bench.vendor("\(call)/user_permissions", ["user_id": "ana", "grant_permissions": ["send-audio"]])
    #expect(try await bench.has("permission.granted", in: room))
    try await bench.vendor("\(call)/event", ["user_id": "ana", "custom": ["text": "hello"]])
    #expect(try await bench.has("message.sent", in: room))
    try await bench.vendor("\(call)/block", ["user_id": "ana"])
    try await bench.vendor("\(call)/unblock", ["user_id": "ana"])
    #expect(try await bench.has("participant.unbanned", in: room))
    _ = try? await bench.control("DELETE", "rooms/audio_room:\(room)/participants/\(ana)")
    #expect(try await bench.has("participant.left", in: room))
    try await bench.vendor("\(call)/recordings/composite/stop")
    #expect(try await bench.has("recording.stopped", in: room))
  }

  private func deliveries(_ bench: WatchBench) async throws -> [JSON] {
    try await bench.control("GET", "webhooks/deliveries")["items"]?.arrayValue ?? []
  }

  private func repeatOverHooks(_ bench: WatchBench) async throws {
    try await bench.control("DELETE", "webhooks/next")
    for id in try await deliveries(bench).compactMap({ $0["id"]?.stringValue }) {
      try await bench.control("POST", "webhooks/deliveries/\(id)/redeliver")
    }
    let isThrough = try await eventually {
      try await deliveries(bench).allSatisfy { $0["state"] == "delivered" }
    }
    #expect(isThrough)
  }

  private func repeatOverSocket(_ bench: WatchBench) async throws {
    try await bench.control("POST", "sockets/silence", ["on": false])
    let all = try await deliveries(bench)
    #expect(all.count > 12)
    let before = bench.watchedEvents
    // What tells us nothing is passed over before it is counted.
    for delivery in all {
      try await bench.control("POST", "sockets/send", ["text": .string((delivery["payload"] ?? .null).text())])
    }
    #expect(await eventually { bench.watchedEvents - before >= Double(all.count) })
  }

  @Test("a frame beyond every measure ends the connection, and the next one follows again")
  func oversized() async throws {
    try await WatchBench.running(.socket) { bench in
      let room = try await bench.room()
      #expect(try await bench.isWatched(room))
      try await bench.control("POST", "sockets/send", ["letters": 5_000_000])
      #expect(await eventually { bench.lost >= 1 })
      #expect(try await eventually { try await bench.watching().count == 1 })
      #expect(try await bench.isWatched(room))
      try await bench.enter("ana", room)
      #expect(try await bench.has("participant.joined", in: room))
    }
  }

  @Test("while the connection is down the rooms are read, tenants are told, and everything is followed again")
  func downForLong() async throws {
    let time = ManualTime(wallNanoseconds: SystemTime().wallNanoseconds)
    let readings = ReconciliationOptions(
      interval: .seconds(30), idleInterval: .seconds(300), requestsPerMinute: 600, tick: .seconds(2))
    try await WatchBench.running(.socket, time: time, reconciliation: readings) { bench in
      func passing(_ condition: () async throws -> Bool) async throws -> Bool {
        try await eventually {
          if try await condition() { return true }
          await time.advance(by: .seconds(1))
          return false
        }
      }
      let room = try await bench.room()
      #expect(try await passing { try await bench.isWatchedNow(room) })
      let ana = try await bench.enter("ana", room)
      #expect(try await passing { try await bench.types(room).contains("participant.joined") })
      try await bench.control(
        "POST", "faults",
        ["match": ["operation": "WSConnect"], "times": 100_000, "fault": ["kind": "http_status", "status": 503]])
      try await bench.control("POST", "sockets/close", ["code": 1001, "reason": "restart"])
      #expect(try await passing { try await bench.watching().isEmpty })
      try await bench.enter("bo", room)
      try await bench.control("DELETE", "rooms/default:\(room)/participants/\(ana)")
      #expect(try await passing { try await bench.types(room).contains("participant.left") })
      let found = try await bench.events(room).filter { $0["source"] == "reconcile" }
      let types = found.compactMap { $0["type"]?.stringValue }
      #expect(types.count { $0 == "participant.joined" } == 1)
      #expect(types.count { $0 == "participant.left" } == 1)
      #expect(try await passing { try await bench.conditions() == ["provider.degraded events feed_lost"] })
      let health = try await bench.send("GET", "/v1/providers/main")["health"]
      #expect(health?["state"] == "degraded")
      #expect(health?["degraded"]?.arrayValue?.first?["operation_class"] == "events")

      try await bench.control("DELETE", "faults")
      #expect(try await passing { try await bench.isWatchedNow(room) })
      try await bench.enter("cy", room)
      #expect(try await passing { try await bench.types(room).count { $0 == "participant.joined" } == 3 })
      let both = ["provider.degraded events feed_lost", "provider.recovered events feed_lost"]
      #expect(try await passing { try await bench.conditions() == both })
      #expect(try await bench.send("GET", "/v1/providers/main")["health"]?["degraded"] == [])
    }
  }
}

extension WatchBench {
  func isWatched(_ room: String, type: String) async throws -> Bool {
    try await eventually { try await watching().contains { $0.contains("\(type):\(room)") } }
  }

  /// How much was told over connections that concerned somebody.
  var watchedEvents: Double {
    ["applied", "unchanged", "unmatched", "failed", "overflow"].reduce(0) { sum, outcome in
      sum + metrics.value("switchboard_watched_events_total", ["provider": "main", "outcome": outcome])
    }
  }

  /// What tenants were told of the provider, in order.
  func conditions() async throws -> [String] {
    let events = try await send("GET", "/v1/events?limit=100&types=provider.degraded,provider.recovered")
    return (events["items"]?.arrayValue ?? []).map { event in
      [event["type"], event["data"]?["operation_class"], event["data"]?["reason"]].compactMap { $0?.stringValue }
        .joined(separator: " ")
    }
  }
}
