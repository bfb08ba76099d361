import JSONCoding
public import MeetingCore

extension VideoSDKProvider: AccountKeeping {
  public func inspect(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure)
    -> [AccountFinding]
  {
    do throws(ProviderFailure) { try await sender.send(.anyRoom, context) } catch {
      guard error.reason == .credentials || error.reason == .forbidden else { throw error }
      return [
        AccountFinding(
          .credentials, .broken, "the service refuses tokens made with the account's key and secret",
          remedy: "compare api_key and secret with those of one API key in the dashboard")
      ]
    }
    return [
      AccountFinding(.credentials, .good, "the service takes tokens made with the account's key and secret"),
      try await deliveries(situation, context),
      AccountFinding(.limits, .unknown, "the service does not tell how often it may be asked"),
    ]
  }

  /// The service has nothing to be set up: rooms are told where to report when they are made, and cannot be told later.
  public func setUp(_ situation: AccountSituation, isRehearsal: Bool, _ context: CallContext)
    async throws(ProviderFailure) -> AccountSetUp
  {
    let finding = try await deliveries(situation, context)
    return AccountSetUp(
      steps: [],
      refusals: finding.isWrong ? [([finding.message, finding.remedy].compactMap { $0 }).joined(separator: "; ")] : [])
  }

  private func deliveries(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure)
    -> AccountFinding
  {
    guard let url = account.hookURL else {
      let remedy = "set server.public_url to an https address; the service posts to no others"
      return AccountFinding(.deliveries, .degraded, "rooms are made without a webhook", remedy: remedy)
    }
    if let wanted = situation.hookURL, wanted != url {
      return AccountFinding(
        .deliveries, .degraded, "hook_url is not where the gateway takes deliveries",
        remedy:
          "leave hook_url out, or set it to \(wanted); rooms that were made before keep reporting to the old address")
    }
    return try await signing(context)
  }

  private func signing(_ context: CallContext) async throws(ProviderFailure) -> AccountFinding {
    if account.pinnedKey != nil {
      return AccountFinding(.deliveries, .good, "rooms are made with the webhook, and its key is configured")
    }
    do throws(ProviderFailure) { try await fetchKeys(context) } catch {
      guard case .badResponse = error.reason else { throw error }
      return AccountFinding(
        .deliveries, .degraded, "what the service gives as the key of its deliveries is none",
        remedy: "set hook_public_key to the key of the service's pages")
    }
    return AccountFinding(.deliveries, .good, "rooms are made with the webhook")
  }
}
