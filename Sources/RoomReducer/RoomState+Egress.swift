package import MeetingCore

extension RoomState {
  /// Recordings, broadcasts and transcriptions that are open or were over lately, oldest first.
  package var egresses: [Egress] {
    resources.values.compactMap(\.egress).sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// What stands in the way of a new one.
  package func egress(inTheWayOf plan: EgressPlan) -> Egress? {
    egresses.last { $0.state.isActive && !$0.isDeleted && $0.plan.excludes(plan) }
  }

  /// The sorts that run now.
  package var runningSorts: Set<EgressSort> {
    Set(egresses.filter { $0.state == .running || ($0.state == .stopping && $0.startedAt != nil) }.map(\.plan.sort))
  }
}

extension RoomResource {
  package var egress: Egress? { if case .egress(let egress) = self { egress } else { nil } }
}
