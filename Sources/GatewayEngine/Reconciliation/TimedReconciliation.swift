import Clocks
import JSONCoding
import MeetingCore
import RoomReducer
import Store
import StructuredLogging

/// Reads every open room from its vendor again and again, so that what a delivery should have told and did not is found.
/// Each account goes at its own pace: a vendor that hangs holds up no other.
struct TimedReconciliation: Sendable {
  /// How long rooms that have ended are looked at.
  private static let afterlife = Duration.seconds(3_600)

  let services: Services
  let reconciler: Reconciler

  /// Runs until cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for account in services.registry.accounts {
        let costs = costs(of: account)
        if costs.isEmpty || services.options.reconciliation.requestsPerMinute == 0 { continue }
        group.addTask { await run(account, costs) }
      }
    }
  }

  private func costs(of account: ProviderAccount) -> [RoomKind: PresenceCost] {
    var costs: [RoomKind: PresenceCost] = [:]
    for kind in RoomKind.allCases {
      let presence = try? account.provider.offering(for: kind)?.require(.presence)
      costs[kind] = presence?.cost(of: kind)
    }
    return costs
  }

  private func run(_ account: ProviderAccount, _ costs: [RoomKind: PresenceCost]) async {
    let options = services.options.reconciliation
    var schedule = ReconciliationSchedule(options: options, costs: costs, now: services.time.monotonicNanoseconds)
    while !Task.isCancelled {
      await round(account, &schedule)
      do { try await services.time.sleep(for: options.tick) } catch { return }
    }
  }

  private func round(_ account: ProviderAccount, _ schedule: inout ReconciliationSchedule) async {
    guard let open = try? await watched(account) else { return }
    let hinted = services.hints.take(account.name)
    let picks = schedule.plan(open, hinted: hinted, now: services.time.monotonicNanoseconds)
    for (_, picks) in Dictionary(grouping: picks, by: \.kind) {
      do {
        if try await reconciler.read(picks, of: account) { schedule.succeeded() }
        services.conditions.passed(.readingFailed, .read, of: account.name)
      } catch {
        services.conditions.occurred(.readingFailed, .read, of: account.name)
        schedule.failed(picks, retryAfter: Self.pause(error), now: services.time.monotonicNanoseconds)
        services.logger.warning(
          "rooms could not be read", ["provider": .string(account.name), "operation": .string(error.operation)])
      }
    }
  }

  /// What is open, and what ended lately: a vendor may still let people in there. Right after its end a room is left to
  /// empty by itself.
  private func watched(_ account: ProviderAccount) async throws(StoreFailure) -> [OpenRoom] {
    let now = services.time.wallNanoseconds
    let settled = now - services.options.reconciliation.interval.nanoseconds
    let rooms = try await services.store.openRooms(
      provider: account.name, endedAfter: now - Self.afterlife.nanoseconds)
    return rooms.filter { $0.endedAt.map { $0 <= settled } ?? true }
  }

  private static func pause(_ failure: ProviderFailure) -> Duration? {
    if case .rateLimited(let after) = failure.reason { return after }
    return nil
  }
}
