import GatewayEngine
import JSONCoding
import ProgramTesting

/// Creating, reading and ending rooms.
extension FaultRun {
  func create(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    var seen: Int64 = 0
    if operation.act == .readBack {
      let creating = vendor == .stream ? "GetOrCreateCall" : "CreateRoom"
      try await bench.inject(["kind": "lost_reply"], on: creating, times: 1)
      // The look before the create is let through.
      seen = vendor == .stream || fault.strikesOnAccept ? 0 : 1
    }
    let ask = { await bench.send("POST", "/v1/rooms", FaultBench.createBody, idempotencyKey: "once") }
    let reply = try await struck(bench, after: seen, ask)
    let (there, attempts) = (bench.vendor.count, attempts(bench))
    bench.clear()
    let settled = await settled(reply, bench)
    let again = await ask()
    let rooms = await rooms(bench)
    return (
      cell(
        reply, attempts, there, settled,
        "\(again.summary), \(bench.vendor.counted), \(rooms) room"), reply.took
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

  func presence(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
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

  func end(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    if vendor == .videosdk { try await bench.enter("leo", room) }
    let ask = { await bench.send("POST", "/v1/rooms/\(room)/end") }
    let reply = try await struck(bench, ask)
    let there = stage(bench)
    let attempts = attempts(bench)
    bench.clear()
    let known = await state(bench, room)
    _ = await bench.gateway.reconcile(room)
    let corrected = await state(bench, room)
    let again = await ask()
    return (
      cell(reply, attempts, there, changed(known, corrected), "\(again.summary), \(stage(bench))"), reply.took
    )
  }

  /// Some vendors end what runs and close the room in two steps.
  private func stage(_ bench: FaultBench) -> String {
    if bench.vendor.hasEnded { return "ended" }
    return vendor == .videosdk && bench.vendor.people.isEmpty ? "empty, open" : "open"
  }

  private func state(_ bench: FaultBench, _ room: String) async -> String {
    await bench.send("GET", "/v1/rooms/\(room)")["state"] == "ended" ? "ended" : "open"
  }

  func joinToken(_ bench: FaultBench) async throws -> (FaultCell, Duration) {
    let room = try await bench.room()
    let ask = {
      await bench.send("POST", "/v1/rooms/\(room)/join-tokens", ["person": ["external_id": "nadia"]])
    }
    let reply = try await struck(bench, ask)
    let attempts = attempts(bench)
    bench.clear()
    let members = { bench.vendor.rooms.first?["members"]?.arrayValue?.count ?? 0 }
    let before = members()
    let again = await ask()
    return (
      cell(
        reply, attempts, "\(before) member", reply.status == 201 ? "token" : "no token",
        "\(again.summary), \(members()) member"), reply.took
    )
  }
}
