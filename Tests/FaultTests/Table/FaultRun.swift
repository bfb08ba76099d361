import GatewayEngine
import JSONCoding
import ProgramTesting

/// Runs one operation under one fault on a bench of its own.
struct FaultRun: Sendable {
  let vendor: VendorKind
  let operation: FaultOperation
  let fault: FaultKind

  /// How long the gateway lets a vendor that posts wait for the key it signs with.
  static let timeForKey = Duration.seconds(3)

  var name: String { "\(vendor.title), \(operation.heading) under \(fault.name)" }

  /// What became of it, and how long the caller waited.
  func cell() async throws -> (cell: FaultCell, took: Duration) {
    try await FaultBench.run(vendor, seated: operation.isSeated) { bench in
      switch operation.act {
      case .create, .readBack: try await create(bench)
      case .mute: try await mute(bench)
      case .presence: try await presence(bench)
      case .end: try await end(bench)
      case .joinToken: try await joinToken(bench)
      case .remove: try await remove(bench)
      case .record: try await record(bench)
      case .stopRecording: try await stopRecording(bench)
      case .hook: try await hook(bench)
      case .seatMute: try await seatMute(bench)
      case .seatUnmute: try await seatUnmute(bench)
      case .seatMessage: try await seatMessage(bench)
      case .seatRole: try await seatRole(bench)
      case .seatEntry: try await seatEntry(bench)
      }
    }
  }

  // MARK: Parts

  func strike(_ bench: FaultBench, after: Int64 = 0) async throws {
    if fault.strikesOnAccept { bench.transport.forgetConnections() }
    try await bench.inject(
      fault.document(for: operation), on: fault.strikesOnAccept ? nil : operation.vendorName, after: after,
      onSocket: fault.isOnSocket)
  }

  func struck(_ bench: FaultBench, after: Int64 = 0, _ ask: () async -> Reply) async throws -> Reply {
    try await strike(bench, after: after)
    let reply = await ask()
    try requireNames(reply, bench)
    return reply
  }

  /// Whoever is told of a vendor's failure is told whose it is and of which operation, and no secret.
  func requireNames(_ reply: Reply, _ bench: FaultBench) throws {
    let text = reply.json.text()
    if reply.status >= 300, text.contains(bench.vendor.secret) || text.contains("eyJ") || text.contains("<html") {
      throw Trouble("the answer tells too much")
    }
    guard reply.status >= 500 else { return }
    let named = reply["provider_error", "operation"]?.stringValue ?? "none"
    guard reply["provider"] == "main", reply["provider_kind"] == .string(vendor.rawValue),
      operation.told.contains(named)
    else { throw Trouble("the failure is not named: \(named) of \(reply["provider"]?.stringValue ?? "nobody")") }
  }

  /// A reset on accept may come before or after the request went out: then it is repeated, or not.
  func attempts(_ bench: FaultBench) -> String {
    let lost = operation.act == .readBack && fault.kind == "lost_reply" ? 1 : 0
    let count = bench.strikes(fault.kind) - lost
    guard fault.strikesOnAccept else { return String(count) }
    let most: Int
    switch operation.act {
    case .mute, .end, .remove, .record, .stopRecording: most = 3
    case .joinToken: most = 6
    default: return String(count)
    }
    return (1...most).contains(count) ? "1 to \(most)" : String(count)
  }

  func cell(_ reply: Reply, _ attempts: String, _ vendor: String, _ gateway: String, _ again: String) -> FaultCell {
    FaultCell(reply.summary, time(reply.took), attempts, vendor, gateway, again)
  }

  /// Which deadline the caller had to wait for.
  func time(_ took: Duration) -> FaultCell.Time {
    guard fault.stalls else {
      return fault.kind == "rate_limit" && took > .milliseconds(1_500) ? .pauses : .atOnce
    }
    if took >= FaultBench.total - .milliseconds(100) { return .total }
    return took >= operation.attemptDeadline - .milliseconds(20) ? .attempt : .atOnce
  }

  func changed(_ known: String, _ corrected: String) -> String {
    known == corrected ? known : "\(known), then \(corrected)"
  }
}
