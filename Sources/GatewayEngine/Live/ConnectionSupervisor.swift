import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import Store
import StructuredLogging

/// Keeps the connections over which accounts' rooms are followed: one for each account that has them, under a lease, run
/// again when it is lost.
struct ConnectionSupervisor: Sendable {
  let services: Services
  let random: any RandomSource

  /// Runs until cancelled; then every connection has been closed and every lease given back.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      for account in services.registry.accounts {
        guard let watcher = watcher(of: account) else { continue }
        group.addTask { await supervise(account, watcher) }
      }
    }
  }

  private func watcher(of account: ProviderAccount) -> (any RoomWatching)? {
    for kind in RoomKind.allCases {
      if let watcher = services.registry.ownOffering(of: account, for: kind)?.port(.watching) { return watcher }
    }
    return nil
  }

  private func supervise(_ account: ProviderAccount, _ watcher: any RoomWatching) async {
    let keeper = LeaseKeeper(
      store: services.store, owner: services.options.instance, options: services.options.leases, time: services.time)
    while !Task.isCancelled {
      let isOver = await keeper.hold("watch:" + account.name) { lease in
        await WatchedAccount(
          account: account, watcher: watcher, services: services, fence: lease.fence, random: random
        ).run()
        return true
      }
      if isOver == nil, !Task.isCancelled {
        services.logger.warning("a lease was lost", ["provider": .string(account.name)])
      }
    }
  }
}
