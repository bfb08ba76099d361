import GatewayEngine
import JSONCoding
import ProgramTesting

/// What goes over the gateway's own seat in a room, and the seat itself.
extension FaultRun {
  /// How long a seat that was lost may need until it is there again.
  private static let patience = Duration.seconds(3)

  func seatMute(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await occupied(bench, speaking: true)
    let ask: @Sendable () async -> Reply = {
      await bench.send("POST", "/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
    }
    let reply = try await struckOnSeat(bench, room, ask)
    let (there, attempts) = (sound(bench), attempts(bench))
    bench.clear()
    let known = await settled(bench, room)
    let again = await repeated(ask)
    _ = await eventually { !bench.vendor.isSpeaking }
    return (cell(reply, attempts, there, known, "\(again.summary), \(sound(bench))"), reply.took)
  }

  func seatUnmute(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await occupied(bench, speaking: false)
    let ask: @Sendable () async -> Reply = {
      await bench.send("POST", "/v1/rooms/\(room)/people/leo/unmute", ["tracks": ["audio"]])
    }
    let reply = try await struckOnSeat(bench, room, ask)
    let (there, attempts) = (sound(bench), attempts(bench))
    bench.clear()
    let known = await settled(bench, room)
    let again = await repeated(ask)
    _ = await eventually { bench.vendor.isSpeaking }
    return (cell(reply, attempts, there, known, "\(again.summary), \(sound(bench))"), reply.took)
  }

  /// What the vendor did is what the seat hears back.
  func seatMessage(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await occupied(bench, speaking: true)
    let ask: @Sendable () async -> Reply = {
      await bench.send("POST", "/v1/rooms/\(room)/messages", ["from": "nadia", "payload": "hello"])
    }
    let reply = try await struckOnSeat(bench, room, ask)
    let attempts = attempts(bench)
    bench.clear()
    let isOut = try await bench.told("message.sent", room) == 1
    let again = await repeated(ask)
    let told = try await bench.told("message.sent", room)
    return (
      cell(
        reply, attempts, isOut ? "sent" : "not sent", isOut ? "told" : "not told",
        "\(again.summary), told \(told == 1 ? "once" : "\(told) times")"),
      reply.took
    )
  }

  func seatRole(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await occupied(bench, speaking: true)
    let ask: @Sendable () async -> Reply = {
      await bench.send("PATCH", "/v1/rooms/\(room)/people/leo", ["role": "listener"])
    }
    let reply = try await struckOnSeat(bench, room, ask)
    let mode = { bench.vendor.people.first?["mode"] == "RECV_ONLY" ? "listening" : "as before" }
    let (there, attempts) = ("\(mode()), \(sound(bench))", attempts(bench))
    bench.clear()
    let known = await roleSettled(bench, room, isListening: mode() == "listening")
    let again = await repeated(ask)
    _ = await eventually { mode() == "listening" }
    return (cell(reply, attempts, there, known, "\(again.summary), \(mode())"), reply.took)
  }

  /// Nobody can be muted while the seat is not there; once it may come in, they can.
  func seatEntry(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await strike(bench)
    try await bench.enter("leo", room)
    guard await eventually({ bench.strikes(fault.kind) > 0 }) else { throw Trouble("the seat does not try") }
    try await befall(bench, room)
    let isIn =
      fault.kind != "hang" && fault.meanwhile == nil
      ? await eventually(within: .milliseconds(300)) {
        bench.seats == 1
      } : false
    let ask: @Sendable () async -> Reply = {
      await bench.send("POST", "/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]])
    }
    let reply = await ask()
    try requireNames(reply, bench)
    let there = sound(bench)
    bench.clear()
    if isIn { _ = await settled(bench, room) }
    let again = await repeated(ask)
    return (
      cell(reply, isIn ? "1" : "again and again", there, isIn ? "a seat" : "no seat", again.summary), reply.took
    )
  }

  // MARK: Parts

  /// A room with somebody and the seat in it.
  private func occupied(_ bench: FaultBench, speaking: Bool) async throws -> String {
    let room = try await bench.room()
    try await bench.enter("leo", room, speaking: speaking)
    try await bench.seated()
    let isHeard = await eventually { await heard(bench, room) == (speaking ? "speaking" : "muted") }
    guard isHeard else { throw Trouble("the seat does not hear who speaks") }
    let listens = await eventually {
      await bench.control("GET", "sockets").items.first?["topics"]?.arrayValue?.count == 3
    }
    guard listens else { throw Trouble("the seat does not listen") }
    return room
  }

  private func struckOnSeat(_ bench: FaultBench, _ room: String, _ ask: @escaping @Sendable () async -> Reply)
    async throws -> Reply
  {
    try await strike(bench)
    async let asking = ask()
    if fault.meanwhile != nil {
      guard await eventually({ bench.strikes(fault.kind) > 0 }) else { throw Trouble("nothing was asked") }
      try await befall(bench, room)
    }
    let reply = await asking
    try requireNames(reply, bench)
    return reply
  }

  private func befall(_ bench: FaultBench, _ room: String) async throws {
    let seat = "sb-seat-" + room
    switch fault.meanwhile {
    case .frame(let text):
      await bench.control("POST", "sockets/send", ["participant_id": .string(seat), "text": .string(text)])
    case .eviction:
      await bench.control("POST", "rooms/\(room)/participants", ["participant_id": .string(seat)])
    case .dismissal:
      await bench.control(
        "POST", "sockets/ask",
        ["participant_id": .string(seat), "method": "close", "data": ["reasonCode": 1002]])
    case nil: break
    }
  }

  /// What the API says once it has heard what the vendor did, if it did something.
  private func settled(_ bench: FaultBench, _ room: String) async -> String {
    let right = sound(bench)
    _ = await eventually(within: Self.patience) { await heard(bench, room) == right }
    return await heard(bench, room)
  }

  private func roleSettled(_ bench: FaultBench, _ room: String, isListening: Bool) async -> String {
    let role = { await bench.people(room).first?["role"]?.stringValue ?? "nobody" }
    if isListening { _ = await eventually(within: Self.patience) { await role() == "listener" } }
    return await role()
  }

  /// The same request, as soon as there is a seat again.
  private func repeated(_ ask: @escaping @Sendable () async -> Reply) async -> Reply {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      let reply = await ask()
      guard reply.json["code"] == "capability_unavailable", ContinuousClock.now < deadline else { return reply }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}
