import Clocks
import Cryptography
import JSONCoding
import MockKit
import ProgramTesting
import StreamMock
import Testing
import VendorTesting
import WebSocket

@testable import StreamAdapter

@Suite("The client's end of the media side")
struct MediaSocketTests {
  @Test("whoever joins is told who is there, and what happens from then on")
  func events() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      #expect(ann.start.participants.map(\.sessionID) == ["ann-1"])
      #expect(ann.start.counts == MediaCounts(total: 1, anonymous: 0))
      #expect(ann.start.startedAt != nil && !ann.start.isReconnected)
      var events = ann.events.makeAsyncIterator()
      let bob = try await bench.join("bob")
      guard case .participantJoined(let joined)? = try await events.next() else {
        Issue.record("nobody joined")
        return
      }
      #expect(joined.userID == "bob" && joined.tracks.isEmpty && joined.joinedAt != nil)
      try await bob.setMuted(.audio, false)
      #expect(try await events.next() == .trackPublished(userID: "bob", sessionID: "bob-1", track: .audio))
      try await bench.send(
        "PATCH", "/_mock/rooms/default%3Ac/participants/bob-1", ["speaking": true, "level": 0.25])
      let level = MediaLevel(userID: "bob", sessionID: "bob-1", level: 0.25, isSpeaking: true)
      #expect(try await events.next() == .audioLevels([level]))
      #expect(try await events.next() == .dominantSpeaker(userID: "bob", sessionID: "bob-1"))
      try await bob.setMuted(.audio, true)
      try await bob.setMuted(.audio, true)
      #expect(
        try await events.next()
          == .trackUnpublished(userID: "bob", sessionID: "bob-1", track: .audio, cause: .userMuted))
      #expect(
        try await events.next()
          == .audioLevels([MediaLevel(userID: "bob", sessionID: "bob-1", level: 0, isSpeaking: false)]))
      try await bench.act("go-away", ["reason": "REBALANCE"])
      #expect(try await events.next() == .goAway(reason: "REBALANCE"))
      await bob.leave()
      await bob.leave()
      guard case .participantLeft(let left)? = try await events.next() else {
        Issue.record("nobody left")
        return
      }
      #expect(left.sessionID == "bob-1")
      await #expect(throws: MediaFailure.left) { try await bob.setMuted(.audio, false) }
      var others = bob.events.makeAsyncIterator()
      // Its own tracks were told to it too; then comes the end, which is no failure.
      while try await others.next() != nil {}
      await ann.leave()
    }
  }

  @Test("a missing grant is a refusal by name, and a new one is told")
  func grants() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      var events = ann.events.makeAsyncIterator()
      let change = "/api/v2/video/call/default/c/user_permissions"
      try await bench.send("POST", change, ["user_id": "ann", "revoke_permissions": ["send-audio"]])
      #expect(
        try await events.next() == .grantsUpdated(MediaGrants(audio: false, video: true, screenShare: true)))
      let failure = await #expect(throws: MediaFailure.self) { try await ann.setMuted(.audio, false) }
      guard case .refused(let refusal)? = failure else {
        Issue.record("not refused")
        return
      }
      #expect(refusal.isPermissionDenied && !refusal.mayRetry)
      try await bench.send("POST", change, ["user_id": "ann", "grant_permissions": ["send-audio"]])
      #expect(try await events.next() == .grantsUpdated(MediaGrants(audio: true, video: true, screenShare: true)))
      try await ann.setMuted(.audio, false)
      await ann.leave()
    }
  }

  @Test(
    "an end is the last event, and no failure",
    arguments: [
      ("mark_ended", [:], .ended), ("kick", ["user_id": "ann", "kicked_by_id": "host"], .kicked),
      ("delete", [:], .sessionEnded),
    ] as [(String, JSON, MediaEndReason)])
  func end(_ row: (act: String, body: JSON, reason: MediaEndReason)) async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      try await bench.send("POST", "/api/v2/video/call/default/c/\(row.act)", row.body)
      var all: [MediaEvent] = []
      for try await event in ann.events { all.append(event) }
      #expect(all == [.callEnded(row.reason)])
      await #expect(throws: MediaFailure.left) { try await ann.setMuted(.audio, true) }
    }
  }

  @Test("the service's own media servers are not spoken to")
  func notSpoken() async throws {
    let vendors = MediaCredentials(
      edge: "sfu", endpoint: "wss://sfu-1.stream-io-video.com/ws", token: Secret("secret-token"))
    try await MediaBench.running { bench in
      let failure = await #expect(throws: MediaFailure.self) { try await bench.side().join(vendors, session: "a") }
      #expect(failure == .notSpoken)
      #expect(!"\(vendors) \(String(describing: failure))".contains("secret-token"))
    }
  }

  @Test("credentials are read from a join's answer, and what is missing is named")
  func credentials() throws {
    let whole: JSON = [
      "credentials": ["server": ["edge_name": "e", "ws_endpoint": "ws://x/ws", "url": "u"], "token": "t"]
    ]
    let read = try MediaCredentials(joinAnswer: whole)
    #expect(read == MediaCredentials(edge: "e", endpoint: "ws://x/ws", token: Secret("t")))
    #expect(throws: MediaFailure.badCredentials(pointer: "/credentials/server/ws_endpoint")) {
      try MediaCredentials(joinAnswer: ["credentials": ["token": "t"]])
    }
    #expect(throws: MediaFailure.badCredentials(pointer: "/credentials/token")) {
      try MediaCredentials(joinAnswer: ["credentials": ["server": ["ws_endpoint": "ws://x"], "token": ""]])
    }
  }

  @Test("a refused join says why and leaves nothing open")
  func refusedJoin() async throws {
    try await MediaBench.running { bench in
      let credentials = try await bench.credentials("ann")
      let forged = MediaCredentials(edge: "", endpoint: credentials.endpoint, token: Secret("a.b.c"))
      let failure = await #expect(throws: MediaFailure.self) { try await bench.side().join(forged, session: "a") }
      guard case .refused(let refusal)? = failure else {
        Issue.record("not refused: \(String(describing: failure))")
        return
      }
      #expect(refusal.code == MediaRefusal.unauthenticated)
      let nowhere = MediaCredentials(edge: "", endpoint: "ws://127.0.0.1:1/x?framing=json", token: Secret("t"))
      await #expect(throws: MediaFailure.notConnected) { try await bench.side().join(nowhere, session: "a") }
      let plain = MediaCredentials(edge: "", endpoint: bench.mock.url + "/?framing=json", token: Secret("t"))
      await #expect(throws: MediaFailure.notConnected) { try await bench.side().join(plain, session: "a") }
      #expect(await eventually { bench.mock.server.runningTasks == 0 })
    }
  }

  @Test("a server that never welcomes is given up")
  func noWelcome() async throws {
    try await MediaBench.running { bench in
      let credentials = try await bench.credentials("ann")
      try await bench.act("silence")
      let side = bench.side()
      let joined = Task { await failure { () throws(MediaFailure) in try await side.join(credentials, session: "a") } }
      #expect(await bench.time.waitForSleepers(1))
      await bench.time.advance(by: .seconds(11))
      #expect(await joined.value == .timedOut)
    }
  }

  @Test("a join that is cancelled gives up at once")
  func cancelledJoin() async throws {
    try await MediaBench.running { bench in
      let credentials = try await bench.credentials("ann")
      try await bench.act("silence")
      let side = bench.side()
      let task = Task { await failure { () throws(MediaFailure) in try await side.join(credentials, session: "a") } }
      #expect(await bench.time.waitForSleepers(1))
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test("health checks bring counts, and find a connection that is dead without having said so")
  func health() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      var events = ann.events.makeAsyncIterator()
      #expect(await bench.time.waitForSleepers(1))
      await bench.time.advance(by: .seconds(5))
      #expect(try await events.next() == .counts(MediaCounts(total: 1, anonymous: 0)))
      try await bench.act("silence")
      for _ in 0..<3 {
        #expect(await bench.time.waitForSleepers(1))
        await bench.time.advance(by: .seconds(5))
      }
      await #expect(throws: MediaFailure.silent) { while try await events.next() != nil {} }
      await #expect(throws: MediaFailure.silent) { try await ann.setMuted(.audio, true) }
      // The other side learns of it as of any lost connection.
      #expect(try await eventually { try await bench.send("GET", "/_mock/media")["items"] == [] })
    }
  }

  @Test("a connection that is closed is a loss, with its code; asking for the same device again takes its place")
  func loss() async throws {
    try await MediaBench.running { bench in
      let bob = try await bench.join("bob")
      let ann = try await bench.join("ann")
      try await bench.act("close", ["code": 1011, "reason": "restart", "session_id": "ann-1"])
      await #expect(throws: MediaFailure.lost(code: 1011, reason: "restart")) { for try await _ in ann.events {} }
      #expect(try await eventually { try await bench.send("GET", "/_mock/media")["items"]?.arrayValue?.count == 1 })
      let again = try await bench.join("ann")
      #expect(again.start.isReconnected)
      #expect(again.start.participants.count == 2)
      await again.leave()
      await bob.leave()
    }
  }

  @Test("what is unknown is passed over", arguments: [#"{"type":"Dance","a":1}"#, #"{"type":"JoinResponse"}"#])
  func unknown(_ text: String) async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      if text.contains("JoinResponse") {
        try await bench.act("send", ["text": .string(text)])
        await #expect(throws: MediaFailure.badMessage(pointer: "/call_state/participants")) {
          for try await _ in ann.events {}
        }
        return
      }
      try await bench.act("send", ["text": .string(text)])
      try await bench.act("go-away", ["reason": "R"])
      var events = ann.events.makeAsyncIterator()
      #expect(try await events.next() == .goAway(reason: "R"))
      await ann.leave()
    }
  }

  @Test("garbage and what is too long end the session with a typed failure")
  func garbage() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      try await bench.act("send", ["text": "not JSON"])
      await #expect(throws: MediaFailure.badMessage(pointer: "")) { for try await _ in ann.events {} }
      let bob = try await bench.side(longestMessage: 10_000).join(try await bench.credentials("bob"), session: "b")
      var events = bob.events.makeAsyncIterator()
      for length in [9_000, 11_000] {
        let reason = String(repeating: "x", count: length)
        try await bench.act("send", ["text": .string(#"{"type":"GoAway","reason":"\#(reason)"}"#)])
        if length < 10_000 { #expect(try await events.next() == .goAway(reason: reason)) }
      }
      await #expect(throws: MediaFailure.badMessage(pointer: "")) { while try await events.next() != nil {} }
    }
  }

  @Test("whoever does not read is lost, and not without end in memory")
  func overrun() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      let line = #"{"type":"GoAway","reason":"R"}"#
      for _ in 0..<4_200 { try await bench.act("send", ["text": .string(line)]) }
      var read = 0
      await #expect(throws: MediaFailure.overrun) { for try await _ in ann.events { read += 1 } }
      #expect((4_000...4_096).contains(read))
    }
  }

  @Test("a request that is cancelled returns at once, and the session goes on")
  func cancelledRequest() async throws {
    try await MediaBench.running { bench in
      let ann = try await bench.join("ann")
      try await bench.act("silence")
      let task = Task { await failure { () throws(MediaFailure) in try await ann.setMuted(.audio, false) } }
      task.cancel()
      #expect(await task.value == .cancelled)
      try await bench.act("silence", ["on": false])
      try await ann.setMuted(.audio, true)
      await ann.leave()
    }
  }

  @Test("a session that is let go of closes its connection")
  func letGo() async throws {
    try await MediaBench.running { bench in
      _ = try await bench.join("ann")
      #expect(try await eventually { try await bench.send("GET", "/_mock/media")["items"] == [] })
      #expect(await eventually { bench.mock.server.runningTasks == 0 })
    }
  }

  @Test("an assistant's words move its level as they are heard, and it falls silent behind them")
  func assistant() async throws {
    try await MediaBench.running { bench in
      let theodore = try await bench.join("ann")
      let lucy = try await bench.assistant("lucy")
      try await bench.send(
        "POST", "/_mock/rooms/default%3Ac/agents/lucy/say", ["text": "It is sunny in Boulder"])
      var levels: [MediaLevel] = []
      var dominant: String?
      for try await event in theodore.events {
        if case .audioLevels(let heard) = event { levels += heard }
        if case .dominantSpeaker(let user, _) = event { dominant = user }
        if levels.last?.isSpeaking == false { break }
      }
      #expect(levels.count == 6 && levels.allSatisfy { $0.userID == "lucy" })
      #expect(levels.dropLast().allSatisfy { $0.isSpeaking && $0.level > 0 } && levels.last?.level == 0)
      #expect(Set(levels.map(\.level)).count > 2)
      #expect(dominant == "lucy")
      await lucy.close()
      await theodore.leave()
    }
  }

  @Test("many join, publish and leave at once: nothing is left open")
  func many() async throws {
    try await MediaBench.running { bench in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            let session = try await bench.join(index % 2 == 0 ? "ann" : "bob", as: "s\(index)")
            try await session.setMuted(.audio, false)
            await session.leave()
          }
        }
        try await group.waitForAll()
      }
      #expect(try await bench.send("GET", "/_mock/media")["items"] == [])
      #expect(await eventually { bench.mock.server.runningTasks == 0 && bench.time.sleeperCount == 0 })
    }
  }
}
