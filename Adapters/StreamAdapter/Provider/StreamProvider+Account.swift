import JSONCoding
public import MeetingCore

extension StreamProvider: AccountKeeping {
  public func inspect(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure)
    -> [AccountFinding]
  {
    let app: JSON
    do { app = try await api.send(.app, context) } catch {
      guard error.reason == .credentials else { throw error }
      return [
        AccountFinding(
          .credentials, .broken, "the service refuses the account's key or secret",
          remedy: "compare api_key and api_secret with the app's in the dashboard: both belong to one app")
      ]
    }
    let types = try await callTypePlans(context)
    let limits = try await api.send(.rateLimits(RateLimitReading.operations), context)
    return [AccountFinding(.credentials, .good, "the service takes the account's key and secret")]
      + types.flatMap(\.findings) + [try deliveries(app, situation)]
      + [RateLimitReading(limits)?.finding ?? AccountFinding(.limits, .unknown, "the service does not tell its limits")]
  }

  public func setUp(_ situation: AccountSituation, isRehearsal: Bool, _ context: CallContext)
    async throws(ProviderFailure) -> AccountSetUp
  {
    var steps: [String] = []
    var seen: Set<String> = []
    // Kinds may share a type.
    for plan in try await callTypePlans(context) where seen.insert(plan.name).inserted {
      guard let (step, request) = plan.request else { continue }
      if !isRehearsal { try await api.send(request, context) }
      steps.append(step)
    }
    guard account.events != .socket, let url = situation.hookURL else {
      return AccountSetUp(steps: steps, refusals: [])
    }
    let plan = try await hookPlan(url, context)
    if plan.isDone { return AccountSetUp(steps: steps, refusals: []) }
    if let refusal = plan.refusal { return AccountSetUp(steps: steps, refusals: [refusal]) }
    let refusals = isRehearsal ? [] : try await write(plan, context)
    return AccountSetUp(steps: steps + [plan.step], refusals: refusals)
  }

  /// Only what the account's kinds of room use.
  private func callTypePlans(_ context: CallContext) async throws(ProviderFailure) -> [CallTypePlan] {
    guard let types = CallTypeReading.all(try await api.send(.callTypes, context)) else {
      throw FailureClassifier.missing("/call_types", "ListCallTypes")
    }
    return RoomKind.allCases.compactMap { kind in
      guard let name = account.callTypes[kind], !name.isEmpty else { return nil }
      return CallTypePlan(
        kind: kind, name: name, roles: account.roleMap(kind).roles, type: types.first { $0.name == name })
    }
  }

  private func deliveries(_ app: JSON, _ situation: AccountSituation) throws(ProviderFailure) -> AccountFinding {
    if account.events == .socket {
      return AccountFinding(.deliveries, .good, "a connection of ours is used, not webhooks")
    }
    guard let url = situation.hookURL else {
      return AccountFinding(
        .deliveries, .unknown, "where webhooks are to come is not known", remedy: "set server.public_url")
    }
    guard let plan = HookPlan(app, url: url) else { throw FailureClassifier.missing("/app", "GetApp") }
    return plan.finding
  }

  private func hookPlan(_ url: String, _ context: CallContext) async throws(ProviderFailure) -> HookPlan {
    guard let plan = HookPlan(try await api.send(.app, context), url: url) else {
      throw FailureClassifier.missing("/app", "GetApp")
    }
    return plan
  }

  /// The service keeps no version of the list: it is read again, and what was lost on the way is put back.
  private func write(_ plan: HookPlan, _ context: CallContext) async throws(ProviderFailure) -> [String] {
    try await api.send(.hooks(plan.wanted), context)
    var now = try await hookPlan(plan.url, context)
    let lost = plan.lost(in: now)
    if !lost.isEmpty {
      try await api.send(.hooks(now.wanted + lost), context)
      now = try await hookPlan(plan.url, context)
    }
    var refusals: [String] = []
    if !plan.lost(in: now).isEmpty { refusals.append("hooks of others were lost while writing: look at the dashboard") }
    if !now.isDone { refusals.append("the webhook was written, and is not there: look at the dashboard") }
    return refusals
  }
}
