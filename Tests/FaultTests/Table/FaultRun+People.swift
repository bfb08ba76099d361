import GatewayEngine
import JSONCoding
import ProgramTesting

/// What is done to people, recorded of them and posted about them.
extension FaultRun {
  func mute(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]]) }
    let reply = try await struck(bench, ask)
    let there = sound(bench)
    let attempts = attempts(bench)
    bench.clear()
    let known = await heard(bench, room)
    _ = await bench.gateway.reconcile(room)
    let corrected = await heard(bench, room)
    let again = await ask()
    return (
      cell(reply, attempts, there, changed(known, corrected), "\(again.summary), \(sound(bench))"), reply.took
    )
  }

  func sound(_ bench: FaultBench) -> String { bench.vendor.isSpeaking ? "speaking" : "muted" }

  /// Whether the API says that the person is heard.
  func heard(_ bench: FaultBench, _ room: String) async -> String {
    let audio = await bench.people(room).first?["tracks"]?["audio"]
    return audio?["publishing"] == true && audio?["muted"] != true ? "speaking" : "muted"
  }

  func remove(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    let ask = {
      await bench.send("POST", "/v1/rooms/\(room)/people/leo/remove", ["prevent_rejoin": "none"])
    }
    let reply = try await struck(bench, ask)
    let inside = { bench.vendor.people.isEmpty ? "gone" : "there" }
    let (there, attempts) = (inside(), attempts(bench))
    bench.clear()
    let known = await bench.people(room).isEmpty ? "gone" : "there"
    _ = await bench.gateway.reconcile(room)
    let corrected = await bench.people(room).isEmpty ? "gone" : "there"
    let again = await ask()
    return (cell(reply, attempts, there, changed(known, corrected), "\(again.summary), \(inside())"), reply.took)
  }

  // MARK: Recordings

  func record(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/recordings", [:]) }
    let reply = try await struck(bench, ask)
    let (there, attempts) = (recordings(bench), attempts(bench))
    bench.clear()
    let known = await listed(bench, room)
    let again = await ask()
    return (
      cell(reply, attempts, there, known, "\(again.summary), \(recordings(bench))"), reply.took
    )
  }

  func stopRecording(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    let started = await bench.send("POST", "/v1/rooms/\(room)/recordings", [:])
    guard let recording = started["id"]?.stringValue else { throw Trouble("no recording: \(started.summary)") }
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/recordings/\(recording)/stop") }
    let reply = try await struck(bench, ask)
    let (there, attempts) = (recordings(bench), attempts(bench))
    bench.clear()
    let known = await listed(bench, room)
    let again = await ask()
    return (
      cell(reply, attempts, there, known, "\(again.summary), \(recordings(bench))"), reply.took
    )
  }

  private func recordings(_ bench: FaultBench) -> String {
    let count = (bench.vendor as? VideoSDKFaultVendor)?.recordings ?? 0
    return count == 0 ? "not recording" : count == 1 ? "recording" : "\(count) recordings"
  }

  private func listed(_ bench: FaultBench, _ room: String) async -> String {
    let items = await bench.send("GET", "/v1/rooms/\(room)/recordings").items
    return items.isEmpty ? "none" : items.map { $0["state"]?.stringValue ?? "" }.joined(separator: ", ")
  }

  // MARK: Deliveries

  /// The vendor is answered at once, or after the time that the gateway gives the key; what it told is kept until then.
  func hook(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    return try await bench.hooked {
      try await strike(bench)
      let start = ContinuousClock.now
      try await bench.arrive("leo", room)
      guard await eventually({ bench.hookAnswers.count == 2 && !bench.hookAnswers.contains(nil) }) else {
        throw Trouble("the vendor is not answered")
      }
      let took = ContinuousClock.now - start
      let answers = Set(bench.hookAnswers.map { $0 ?? 0 }).sorted().map(String.init).joined(separator: ", ")
      let attempts = attempts(bench)
      let known = await bench.people(room).isEmpty ? "kept" : "told"
      bench.clear()
      let isTold = await eventually { await bench.people(room).count == 1 }
      let news = changed(known, isTold ? "told" : "lost")
      try await bench.arrive("mia", room)
      let isNext = await eventually { await bench.people(room).count == 2 }
      let joins = try await bench.told("participant.joined", room)
      let cell = FaultCell(
        answers, fault.stalls && took >= FaultBench.answer - .milliseconds(20) ? .key : time(took), attempts,
        "one person", news, "\(isNext ? "told" : "lost"), \(joins) joins")
      return (cell, took)
    }
  }
}
