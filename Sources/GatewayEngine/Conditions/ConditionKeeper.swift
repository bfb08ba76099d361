import Clocks
import JSONCoding
import MeetingCore
import Store
import StructuredLogging

/// Tells every tenant, once, when an account falls into trouble and when it is well again.
struct ConditionKeeper: Sendable {
  let services: Services
  let encoding: any EventEncoding

  /// Works until cancelled. What the store does not take now is tried again.
  func run() async {
    var waiting: [ConditionChange] = []
    await restore()
    while !Task.isCancelled {
      let changes = services.conditions.review()
      changes.forEach(report)
      waiting += changes
      if await tell(waiting) { waiting = [] }
      do { try await services.time.sleep(for: services.options.conditions.tick) } catch { return }
    }
  }

  /// What an earlier process told last of each account still stands. There are few such events.
  private func restore() async {
    var last: [String: ConditionChange] = [:]
    var position: Int64 = 0
    while let page = try? await services.store.events(.announcements(after: position)), let end = page.last {
      position = end.position
      for change in page.compactMap({ encoding.conditionChange(in: $0.body) }) {
        last[change.account + " " + change.operations.rawValue] = change
      }
    }
    for change in last.values where services.registry.account(change.account) != nil {
      services.conditions.restore(change)
      services.meters.degraded(change.account, change.operations.rawValue, isDegraded: change.isDegraded)
    }
  }

  private func tell(_ changes: [ConditionChange]) async -> Bool {
    var commit = StoreCommit()
    commit.announcements = changes.flatMap { change in
      services.options.tenants.map { announcement(of: change, to: $0.id) }
    }
    guard !commit.announcements.isEmpty else { return true }
    return (try? await services.store.commit(commit)) != nil
  }

  private func announcement(of change: ConditionChange, to tenant: String) -> Announcement {
    let now = services.now
    let kind = services.registry.account(change.account)?.kind ?? ""
    let body = encoding.encode(change, kind: kind, id: services.identifiers.make("evt_"), recordedAt: now)
    return Announcement(tenant: tenant, type: change.type, recordedAt: now.nanoseconds, body: body)
  }

  private func report(_ change: ConditionChange) {
    services.meters.degraded(change.account, change.operations.rawValue, isDegraded: change.isDegraded)
    if change.isDegraded { services.meters.fellIntoTrouble(change.account, change.operations.rawValue) }
    let fields: KeyValuePairs<String, JSON> = [
      "provider": .string(change.account), "operations": .string(change.operations.rawValue),
      "reason": .string(change.reason.rawValue),
    ]
    if change.isDegraded {
      services.logger.warning("a provider is in trouble", fields)
    } else {
      services.logger.info("a provider is well again", fields)
    }
  }
}
