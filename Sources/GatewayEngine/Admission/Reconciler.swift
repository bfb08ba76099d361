import MeetingCore
import RoomReducer

/// Reads a room from its vendor and lets the reducer find what was missed.
struct Reconciler: Sendable {
  let services: Services

  /// True when the vendor was read and the result committed, or there is nothing to read.
  func reconcile(_ id: String) async -> Bool {
    guard let state = try? await services.anyRoom(id), state.room.phase != .creating, state.room.phase != .ended,
      let presence = try? services.offering(of: state.room).require(.presence),
      let account = try? services.account(of: state.room)
    else { return true }
    let context = services.context(nil, actor: nil)
    let room = services.providerRoom(state.room)
    do {
      let snapshots = try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await presence.snapshots(of: [room], versions: [room.key: state.room.version], context)
      }
      guard let snapshot = snapshots[room.key] else { return true }
      let fact = Fact(occurredAt: services.now, source: .reconcile, .snapshot(snapshot))
      _ = try await services.commit(RoomSubmission([.fact(fact)]), to: id)
      return true
    } catch { return false }
  }
}
