import MeetingCore
import RoomReducer

/// Reads rooms from their vendor and lets the reducer find what was missed.
struct Reconciler: Sendable {
  let services: Services

  /// Reads one room, with its tracks. True when the vendor was read and the result committed, or there is nothing to read.
  func reconcile(_ id: String) async -> Bool {
    guard let state = await readable(id), let account = try? services.account(of: state.room) else { return true }
    let pick = ReconciliationPick(room: id, kind: state.room.kind, withTracks: true)
    do { return try await read([pick], of: account) } catch { return false }
  }

  /// Reads rooms of one kind in one go. False when a result could not be committed; throws when the vendor could not be
  /// read.
  func read(_ picks: [ReconciliationPick], of account: ProviderAccount) async throws(ProviderFailure) -> Bool {
    guard let kind = picks.first?.kind,
      let presence = try? services.registry.offering(of: account, for: kind)?.require(.presence)
    else { return true }
    var queries: [PresenceQuery] = []
    for pick in picks {
      guard let state = await readable(pick.room) else { continue }
      queries.append(
        PresenceQuery(
          room: services.providerRoom(state.room), version: state.room.version, withTracks: pick.withTracks))
    }
    guard !queries.isEmpty else { return true }
    let context = services.context(nil, actor: nil)
    // Whatever happens while the vendor is being read is newer than its answer.
    let began = services.now
    let snapshots = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
      try await presence.snapshots(of: queries, context)
    }
    var isWhole = true
    for query in queries {
      if !(await take(snapshots[query.room.key], query.room.key, account, began)) { isWhole = false }
    }
    return isWhole
  }

  /// A control that is at the vendor now tells what it did by itself: what was read meanwhile waits for it.
  private func take(
    _ snapshot: RoomSnapshot?, _ room: String, _ account: ProviderAccount, _ began: Timestamp
  ) async -> Bool {
    guard let snapshot else {
      services.meters.reconciled(account.name, "missing")
      return true
    }
    await services.gate.pass(room)
    let fact = Fact(occurredAt: began, source: .reconcile, .snapshot(snapshot))
    guard let committed = try? await services.commit(RoomSubmission([.fact(fact)]), to: room) else {
      services.meters.reconciled(account.name, "failed")
      return false
    }
    services.meters.reconciled(account.name, committed.events.isEmpty ? "unchanged" : "changed")
    return true
  }

  private func readable(_ id: String) async -> RoomState? {
    guard let state = try? await services.anyRoom(id), state.room.phase != .creating,
      (try? services.offering(of: state.room).require(.presence)) != nil
    else { return nil }
    return state
  }
}
