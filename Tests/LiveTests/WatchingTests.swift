import Clocks
import JSONCoding
import Metrics
import MockKit
import ProgramTesting
import StreamAdapter
import StreamMock
import StructuredLogging
import Testing

@Suite("Rooms followed over the vendor's WebSocket")
struct WatchingTests {
  @Test("what happens in a room is told without any webhook")
  func socketAlone() async throws {
    try await WatchBench.running(.socket) { bench in
      let room = try await bench.room()
      #expect(try await bench.isWatched(room))
      // A room that is newly watched is read once, which may be what finds the first.
      for (count, person) in ["ana", "bo"].enumerated() {
        try await bench.enter(person, room)
        #expect(try await bench.has("participant.joined", count + 1, in: room))
      }
      #expect(try await bench.source(of: "participant.joined", in: room) == "socket")
    }
  }

  /// The same things happen, told one way, the other, and both at once.
  @Test("each thing is one event, whichever way it is told", arguments: StreamEvents.allCases)
  func oneEventEach(_ events: StreamEvents) async throws {
    try await WatchBench.running(events) { bench in
      let room = try await bench.room()
      if events != .webhooks { #expect(try await bench.isWatched(room)) }
      let ana = try await bench.enter("ana", room)
      try await bench.enter("bo", room)
      #expect(try await bench.has("participant.joined", 2, in: room))
      try await bench.send("POST", "/v1/rooms/\(room)/people/ana/mute", ["tracks": ["audio"]])
      try await bench.send("POST", "/v1/rooms/\(room)/people/bo/remove", [:])
      #expect(try await bench.has("participant.left", in: room))
      try await bench.control("DELETE", "rooms/default:\(room)/participants/\(ana)")
      #expect(try await bench.has("participant.left", 2, in: room))
      #expect(await eventually { await bench.isQuiet })
      let counts = Dictionary(grouping: try await bench.types(room)) { $0 }.mapValues(\.count)
      #expect(counts["participant.joined"] == 2)
      #expect(counts["participant.left"] == 2)
      #expect(counts["participant.muted"] == 1)
      #expect(counts["participant.removed"] == 1)
      #expect(counts["session.started"] == 1)
      // What the vendor says besides has no form of ours, and is kept once as well.
      for (type, count) in counts where type == "provider.event" {
        let payloads = try await bench.events(room).filter { $0["type"]?.stringValue == type }.map { $0["data"] }
        #expect(Set(payloads).count == count, "\(type)")
      }
    }
  }

  @Test("a room made later is watched as well, and an ended one no more than it must")
  func roster() async throws {
    try await WatchBench.running(.socket) { bench in
      let first = try await bench.room()
      #expect(try await bench.isWatched(first))
      let second = try await bench.room()
      #expect(try await bench.isWatched(second))
      #expect(try await bench.watching().count == 1, "over the same connection")
    }
  }

  @Test("after a restart of the vendor the rooms are watched again, and what was missed is found")
  func restart() async throws {
    try await WatchBench.running(.socket) { bench in
      let room = try await bench.room()
      #expect(try await bench.isWatched(room))
      try await bench.control(
        "POST", "faults",
        ["match": ["operation": "WSConnect"], "times": 2, "fault": ["kind": "http_status", "status": 503]])
      try await bench.control("POST", "sockets/close", ["code": 1001, "reason": "restart"])
      #expect(try await eventually { try await bench.watching().isEmpty })
      try await bench.enter("ana", room)
      #expect(try await bench.isWatched(room))
      #expect(try await bench.has("participant.joined", in: room))
      #expect(try await bench.source(of: "participant.joined", in: room) == "reconcile")
      try await bench.enter("bo", room)
      #expect(try await bench.has("participant.joined", 2, in: room))
      #expect(try await bench.source(of: "participant.joined", in: room) == "socket")
      #expect(bench.lost == 3)
    }
  }

  @Test("a connection ends with its token, and goes on with a new one")
  func expiry() async throws {
    try await WatchBench.running(.socket, tokenSeconds: 2) { bench in
      let room = try await bench.room()
      #expect(try await bench.isWatched(room))
      #expect(await eventually { bench.lost >= 1 })
      #expect(bench.logs.lines.contains { $0.contains("\"vendor_code\":\"40\"") })
      #expect(try await bench.isWatched(room))
    }
  }

  @Test("a connection that says nothing any more is given up and made anew")
  func halfOpen() async throws {
    let time = ManualTime(wallNanoseconds: SystemTime().wallNanoseconds)
    try await WatchBench.running(.socket, time: time) { bench in
      let room = try await bench.room()
      #expect(
        try await eventually {
          await time.advance(by: .milliseconds(100)); return try await bench.isWatchedNow(room)
        })
      try await bench.control("POST", "sockets/silence", [:])
      #expect(
        await eventually {
          await time.advance(by: .seconds(1)); return bench.lost >= 1
        })
      try await bench.control("POST", "sockets/silence", ["on": false])
      #expect(
        try await eventually {
          await time.advance(by: .milliseconds(250)); return try await bench.isWatchedNow(room)
        })
      try await bench.enter("ana", room)
      #expect(try await bench.has("participant.joined", in: room))
    }
  }

  @Test("errors in the edge's shape are understood, and nobody hammers at a closed door")
  func refused() async throws {
    try await WatchBench.running(
      .socket,
      mock: {
        $0.socketErrorsAreBare = true; $0.maximumSocketsPerUser = 0
      }
    ) { bench in
      #expect(await eventually { bench.lost >= 2 })
      #expect(bench.logs.lines.contains { $0.contains("\"vendor_code\":\"71\"") })
      #expect(bench.lost < 6)
    }
  }

  @Test("what cannot be read on the connection harms nothing")
  func garbage() async throws {
    try await WatchBench.running(.socket) { bench in
      let room = try await bench.room()
      #expect(try await bench.isWatched(room))
      for text in [
        "", "{", "[]", "null", #"{"type":5}"#, #"{"type":"call.odd"}"#, #"{"type":"call.odd","call_cid":"x"}"#,
      ] {
        try await bench.control("POST", "sockets/send", ["text": .string(text)])
      }
      try await bench.enter("ana", room)
      #expect(try await bench.has("participant.joined", in: room))
      #expect(bench.lost == 0)
    }
  }
}

extension WatchBench {
  func isWatchedNow(_ room: String) async throws -> Bool {
    try await watching().contains { $0.contains("default:\(room)") }
  }

  /// Whether every webhook has been answered.
  var isQuiet: Bool {
    get async {
      let items = (try? await control("GET", "webhooks/deliveries"))?["items"]?.arrayValue ?? []
      return items.allSatisfy { $0["state"]?.stringValue != "pending" }
    }
  }
}
