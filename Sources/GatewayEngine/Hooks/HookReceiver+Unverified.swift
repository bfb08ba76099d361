import Clocks
import JSONCoding
import MeetingCore
import StructuredLogging

extension HookReceiver {
  private static var firstPause: Duration { .seconds(1) }
  private static var longestPause: Duration { .seconds(60) }

  /// At start: whatever an earlier process could not check.
  func resume() async throws(GatewayError) {
    for provider in try await unverified.load() { wait(for: provider) }
  }

  /// Tries again and again to have the key, then takes in what waits for it; one at a time for each account.
  func wait(for provider: String) {
    guard unverified.begin(provider) else { return }
    let isRunning = services.tasks.spawn(awaited: false) {
      await keepTrying(provider)
      unverified.done(provider)
    }
    if !isRunning { unverified.done(provider) }
  }

  private func keepTrying(_ provider: String) async {
    var pause = Self.firstPause
    while !Task.isCancelled {
      do { try await services.time.sleep(for: pause) } catch { return }
      if await isSettled(provider) { return }
      pause = min(pause * 2, Self.longestPause)
    }
  }

  /// An account that is configured no more is waited for no more: its deliveries stay until they are too old.
  private func isSettled(_ provider: String) async -> Bool {
    guard let account = services.registry.account(provider), let receiver = Self.receiver(account, services) else {
      return true
    }
    guard await keys.fetch(account) else { return false }
    do {
      while true {
        let some = try await unverified.some(of: provider)
        if some.isEmpty { return true }
        for (id, hook) in some { try await settle(id, hook, receiver, provider) }
      }
    } catch {
      services.logger.error("unverified deliveries are not taken in yet", ["provider": .string(provider)])
      return false
    }
  }

  private func settle(_ id: String, _ hook: IncomingHook?, _ receiver: any WebhookReceiving, _ provider: String)
    async throws(GatewayError)
  {
    // As if it had been checked when it came: it is not older for that.
    guard let hook, case .success(let key) = hook.verdict(of: receiver, now: hook.receivedAt) else {
      services.meters.hook(provider, "unauthorized")
      return try await unverified.drop(id, provider, receivedAt: hook?.receivedAt ?? services.now)
    }
    let fate = try await take(hook, key: key, id: id, receiver, provider)
    services.meters.hook(provider, fate.rawValue)
    switch fate {
    case .applied, .parked: unverified.taken(provider)
    default: try await unverified.drop(id, provider, receivedAt: hook.receivedAt)
    }
  }
}
