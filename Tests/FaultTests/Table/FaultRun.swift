import GatewayEngine
import JSONCoding
import ProgramTesting

/// Runs one operation under one fault on a bench of its own.
struct FaultRun: Sendable {
  let operation: FaultOperation
  let fault: FaultKind

  /// What became of it, and how long the caller waited.
  func cell() async throws -> (cell: FaultCell, took: Duration) {
    try await FaultBench.run { bench in
      switch operation {
      case .create, .readBack: try await create(bench)
      case .mute: try await mute(bench)
      case .presence: try await presence(bench)
      case .end: try await end(bench)
      case .joinToken: try await joinToken(bench)
      }
    }
  }

  // MARK: Operations

  private func create(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    if operation == .readBack { try await bench.inject(["kind": "lost_reply"], on: "GetOrCreateCall", times: 1) }
    let ask = { await bench.send("POST", "/v1/rooms", FaultBench.createBody, idempotencyKey: "once") }
    let reply = try await struck(bench, ask)
    let vendor = bench.calls.isEmpty ? "no call" : bench.calls.count == 1 ? "one call" : "\(bench.calls.count) calls"
    let attempts = attempts(bench)
    bench.clear()
    let settled = await settled(reply, bench)
    let again = await ask()
    let rooms = await rooms(bench)
    return (
      cell(reply, attempts, vendor, settled, "\(again.summary), \(bench.calls.count) call, \(rooms) room"), reply.took
    )
  }

  private func settled(_ reply: Reply, _ bench: FaultBench) async -> String {
    let open = reply["operation"]?.stringValue
    if let open {
      _ = await eventually { await bench.send("GET", "/v1/operations/\(open)")["state"] != "pending" }
    }
    let rooms = await rooms(bench) == 0 ? "no room" : "one room"
    return open == nil ? rooms : "operation, then \(rooms)"
  }

  private func rooms(_ bench: FaultBench) async -> Int { await bench.send("GET", "/v1/rooms").items.count }

  private func mute(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/people/leo/mute", ["tracks": ["audio"]]) }
    let reply = try await struck(bench, ask)
    let speaks = { bench.calls.first?["devices"]?.arrayValue?.first?["audio"] == true }
    let vendor = speaks() ? "speaking" : "muted"
    let attempts = attempts(bench)
    bench.clear()
    let known = await heard(bench, room)
    _ = await bench.gateway.reconcile(room)
    let corrected = await heard(bench, room)
    let again = await ask()
    return (
      cell(
        reply, attempts, vendor, known == corrected ? known : "\(known), then \(corrected)",
        "\(again.summary), \(speaks() ? "speaking" : "muted")"), reply.took
    )
  }

  /// Whether the API says that the person is heard.
  private func heard(_ bench: FaultBench, _ room: String) async -> String {
    let audio = await bench.people(room).first?["tracks"]?["audio"]
    return audio?["publishing"] == true && audio?["muted"] != true ? "speaking" : "muted"
  }

  private func presence(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    try await bench.enter("leo", room)
    try await bench.arrive("mia", room)
    try await strike(bench)
    let start = ContinuousClock.now
    let isRead = await bench.gateway.reconcile(room)
    let took = ContinuousClock.now - start
    let attempts = attempts(bench)
    let list = await bench.send("GET", "/v1/rooms/\(room)/participants")
    bench.clear()
    let again = await bench.gateway.reconcile(room)
    let people = await bench.people(room).count
    let cell = FaultCell(
      isRead ? "read" : "not read", time(took), attempts, "two people",
      "\(list.summary), \(list.items.count == 2 ? "two people" : list.items.count == 1 ? "one person" : "nobody")",
      "\(again ? "read" : "not read"), \(people) people")
    return (cell, took)
  }

  private func end(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/end") }
    let reply = try await struck(bench, ask)
    let ended = { bench.calls.first?["call"]?["ended_at"]?.stringValue != nil }
    let vendor = ended() ? "ended" : "open"
    let attempts = attempts(bench)
    bench.clear()
    let known = await state(bench, room)
    _ = await bench.gateway.reconcile(room)
    let corrected = await state(bench, room)
    let again = await ask()
    return (
      cell(
        reply, attempts, vendor, known == corrected ? known : "\(known), then \(corrected)",
        "\(again.summary), \(ended() ? "ended" : "open")"), reply.took
    )
  }

  private func state(_ bench: FaultBench, _ room: String) async -> String {
    await bench.send("GET", "/v1/rooms/\(room)")["state"] == "ended" ? "ended" : "open"
  }

  private func joinToken(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    let ask = {
      await bench.send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "nadia"]])
    }
    let reply = try await struck(bench, ask)
    let attempts = attempts(bench)
    bench.clear()
    let members = { bench.calls.first?["members"]?.arrayValue?.count ?? 0 }
    let before = members()
    let again = await ask()
    return (
      cell(
        reply, attempts, "\(before) member", reply.status == 201 ? "token" : "no token",
        "\(again.summary), \(members()) member"), reply.took
    )
  }

  // MARK: Parts

  private func strike(_ bench: FaultBench) async throws {
    if fault.strikesOnAccept { bench.transport.forgetConnections() }
    try await bench.inject(
      fault.document(for: operation), on: fault.strikesOnAccept ? nil : operation.vendorName)
  }

  private func struck(_ bench: FaultBench, _ ask: () async -> Reply) async throws -> Reply {
    try await strike(bench)
    return await ask()
  }

  /// A reset on accept may come before or after the request went out: then it is repeated, or not.
  private func attempts(_ bench: FaultBench) -> String {
    let lost = operation == .readBack && fault.kind == "lost_reply" ? 1 : 0
    let count = bench.strikes(fault.kind) - lost
    guard fault.strikesOnAccept, [.mute, .end, .joinToken].contains(operation) else { return String(count) }
    let most = operation == .joinToken ? 6 : 3
    return (1...most).contains(count) ? "1 to \(most)" : String(count)
  }

  private func cell(_ reply: Reply, _ attempts: String, _ vendor: String, _ gateway: String, _ again: String)
    -> FaultCell
  {
    FaultCell(reply.summary, time(reply.took), attempts, vendor, gateway, again)
  }

  /// Which deadline the caller had to wait for.
  private func time(_ took: Duration) -> FaultCell.Time {
    guard fault.stalls else {
      return fault.kind == "rate_limit" && took > .milliseconds(1_500) ? .pauses : .atOnce
    }
    if took >= FaultBench.total - .milliseconds(100) { return .total }
    return took >= operation.attemptDeadline - .milliseconds(20) ? .attempt : .atOnce
  }
}
