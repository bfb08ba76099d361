import Clocks
package import HTTPTypes
package import JSONCoding
package import MockKit

extension VideoSDKMock {
  /// Points an account's events at a URL, as its dashboard would: for all rooms, beside what each room says itself.
  package func addWebhook(_ webhook: WebhookTarget) throws(ControlRefusal) -> JSON {
    let hook = VideoSDKHook(url: webhook.url, events: webhook.events)
    return try withTenant(webhook.tenant) { tenant in
      tenant.hooks.removeAll { $0.url == hook.url }
      tenant.hooks.append(hook)
      return Self.document(hook, tenant.account.apiKey)
    }.value
  }

  package func removeWebhooks() {
    for account in configuration.accounts { _ = work(on: account.apiKey) { $0.hooks = [] } }
  }

  package var webhooks: JSON {
    .array(
      configuration.accounts.flatMap { account in
        look(at: account.apiKey) { tenant in tenant.hooks.map { Self.document($0, account.apiKey) } } ?? []
      })
  }

  private static func document(_ hook: VideoSDKHook, _ tenant: String) -> JSON {
    ["endPoint": .string(hook.url), "events": .strings(hook.events), "tenant": .string(tenant)]
  }

  /// Nothing but the signature: no id, no time, no count of attempts.
  package func webhookFields(for attempt: WebhookAttempt) -> HTTPFields {
    [
      "Content-Type": "application/json",
      "videosdk-signature": signature.sign(attempt.body, corrupt: attempt.corrupt),
    ]
  }

  package func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON {
    guard case .object(var object) = payload, case .object(var data)? = object["data"] else { return payload }
    switch mutation {
    case .unknownType: object["webhookType"] = "event-of-tomorrow"
    case .stale:
      for name in ["start", "end"] {
        guard let time = data[name]?.stringValue.flatMap(RFC3339.parse) else { continue }
        data[name] = VideoSDKTime.hook(time - 3_600_000_000_000)
      }
      object["data"] = .object(data)
    default: break
    }
    return .object(object)
  }

  /// Works on one account, the first when none is named.
  func withTenant<Value: Sendable>(
    _ name: String?, _ body: (inout VideoSDKTenant) throws(ControlRefusal) -> Value
  ) throws(ControlRefusal) -> (value: Value, events: [MockEvent]) {
    guard let done = try work(on: name ?? configuration.accounts[0].apiKey, body) else {
      throw ControlRefusal(404, "no such account", field: "tenant")
    }
    return done
  }
}
