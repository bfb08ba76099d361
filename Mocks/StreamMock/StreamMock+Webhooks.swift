import Synchronization
package import HTTPTypes
package import JSONCoding
package import MockKit
import Clocks
import Cryptography

extension StreamMock {
  /// Adds a hook to the account's `event_hooks`, or replaces the one with the same URL.
  package func addWebhook(_ webhook: WebhookTarget) throws(ControlRefusal) -> JSON {
    let now = now
    return try withTenant(webhook.tenant) { tenant throws(ControlRefusal) in
      tenant.app.eventHooks.removeAll { $0["webhook_url"]?.stringValue == webhook.url }
      let hook: JSONObject = [
        "id": .string(tenant.identifiers.uuid()), "enabled": true, "hook_type": "webhook", "product": "video",
        "webhook_url": .string(webhook.url), "event_types": .strings(webhook.events),
        "should_send_custom_events": true, "created_at": .integer(now), "updated_at": .integer(now),
      ]
      tenant.app.eventHooks.append(hook)
      return .object(hook)
    }
  }

  package func removeWebhooks() {
    tenants.withLock { tenants in
      for key in tenants.keys { tenants[key]?.app.eventHooks = [] }
    }
  }

  package var webhooks: JSON {
    tenants.withLock { tenants in
      .array(
        configuration.accounts.flatMap { account in
          tenants[account.apiKey]?.app.eventHooks.map { hook in
            var hook = hook
            hook["tenant"] = .string(account.apiKey)
            return .object(hook)
          } ?? []
        })
    }
  }

  /// Lower-case hex HMAC-SHA256 over the uncompressed bytes, with the account's secret.
  package func webhookFields(for attempt: WebhookAttempt) -> HTTPFields {
    let account = configuration.accounts.first { $0.apiKey == attempt.tenant } ?? configuration.accounts[0]
    let key = attempt.corrupt ? Array("some other secret".utf8) : account.apiSecret.bytes
    var fields: HTTPFields = [
      "Content-Type": "application/json", "X-Signature": Hex.encode(HMACSHA256.sign(attempt.body, key: key)),
      "X-Api-Key": account.apiKey, "X-Webhook-Id": attempt.id, "X-Webhook-Attempt": String(attempt.number),
    ]
    if configuration.options.compressesWebhooks { fields["Content-Encoding"] = "gzip" }
    return fields
  }

  package func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON {
    guard case .object(var object) = payload else { return payload }
    switch mutation {
    case .unknownType: object["type"] = "call.event_of_tomorrow"
    case .stale:
      let at = object["created_at"]?.stringValue.flatMap(RFC3339.parse) ?? now
      object["created_at"] = StreamView.hook.time(at - 3_600_000_000_000)
    default: break
    }
    return .object(object)
  }

  /// Works on one account, the first when none is named.
  func withTenant<Value: Sendable>(
    _ name: String?, _ body: (inout StreamTenant) throws(ControlRefusal) -> Value
  ) throws(ControlRefusal) -> Value {
    let key = name ?? configuration.accounts[0].apiKey
    return try tenants.withLock { tenants throws(ControlRefusal) in
      guard var tenant = tenants.removeValue(forKey: key) else {
        throw ControlRefusal(404, "no such account", field: "tenant")
      }
      defer { tenants[key] = tenant }
      return try body(&tenant)
    }
  }
}
