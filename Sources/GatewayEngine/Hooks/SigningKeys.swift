import Clocks
import JSONCoding
import MeetingCore
import StructuredLogging
import Synchronization

/// Has the keys fetched that vendors sign their deliveries with, when one is missing.
struct SigningKeys: Sendable {
  /// How long a vendor that posts waits for it at most.
  private static let patience: Duration = .seconds(3)
  /// After a failure, deliveries are not held up by another try for so long.
  private static let pause: Duration = .seconds(5)

  let services: Services
  private let failures = SigningKeyFailures()

  init(services: Services) { self.services = services }

  /// What a delivery is worth once the key has been fetched. `.keyNotHere` when that could not be done: then nobody knows.
  /// Of many that come at once, one has it fetched and the others wait for that.
  func verdict(on hook: IncomingHook, _ receiver: any WebhookReceiving, _ account: ProviderAccount) async -> Result<
    String?, WebhookRejection
  > {
    await services.turns.turn("signing keys/" + account.name) {
      let verdict = hook.verdict(of: receiver, now: services.now)
      guard case .failure(.keyNotHere) = verdict, !failures.isRecent(account.name, now: now),
        await fetch(account)
      else { return verdict }
      return hook.verdict(of: receiver, now: services.now)
    }
  }

  /// True when the key is here now. A provider that has none to be fetched cannot be helped.
  func fetch(_ account: ProviderAccount) async -> Bool {
    guard let fetching = fetching(account) else { return false }
    let context = CallContext(deadline: ContinuousClock.now.advanced(by: Self.patience))
    do {
      try await services.calls.run(account, .read, context) { () throws(ProviderFailure) in
        try await fetching.fetchKeys(context)
      }
      failures.forget(account.name)
      return true
    } catch {
      services.logger.warning(
        "the key of deliveries cannot be fetched",
        ["provider": .string(account.name), "reason": .string(String(describing: error.reason))])
      failures.note(account.name, until: now + Self.pause.nanoseconds)
      return false
    }
  }

  private var now: Int64 { services.time.wallNanoseconds }

  private func fetching(_ account: ProviderAccount) -> (any DeliveryKeyFetching)? {
    for kind in RoomKind.allCases {
      if let port = services.registry.ownOffering(of: account, for: kind)?.port(.deliveryKeys) { return port }
    }
    return nil
  }
}
