import Clocks
import Cryptography
package import HTTPTypes
package import JSONCoding
package import MockKit

/// Alerts: the vendor's only webhooks. Nothing is sent about calls.
extension PolyMock {
  /// Points an account's alerts at a URL, as its endpoints would.
  package func addWebhook(_ webhook: WebhookTarget) throws(ControlRefusal) -> JSON {
    let account = try account(named: webhook.tenant)
    let hook = PolyHook(accountID: account, url: webhook.url, events: webhook.events)
    _ = work { model in
      model.hooks.removeAll { $0.url == hook.url && $0.accountID == account }
      model.hooks.append(hook)
    }
    return Self.document(hook)
  }

  package func removeWebhooks() { _ = work { $0.hooks = [] } }

  package var webhooks: JSON { .array(look { $0.hooks }.map(Self.document)) }

  private static func document(_ hook: PolyHook) -> JSON {
    ["url": .string(hook.url), "event_types": .strings(hook.events), "tenant": .string(hook.accountID)]
  }

  package func webhookFields(for attempt: WebhookAttempt) -> HTTPFields {
    let account = configuration.accounts.first { $0.accountID == attempt.tenant } ?? configuration.accounts[0]
    let timestamp = String(now / 1_000_000_000)
    let signed = Array("\(timestamp).".utf8) + attempt.body + (attempt.corrupt ? Array("other".utf8) : [])
    return [
      "Content-Type": "application/json", "X-PolyAI-Timestamp": timestamp,
      "X-PolyAI-Signature": Hex.encode(HMACSHA256.sign(signed, key: account.webhookSecret.bytes)),
      "X-PolyAI-Event-ID": attempt.id,
    ]
  }

  package func mutated(_ payload: JSON, by mutation: WebhookMutation) -> JSON {
    guard case .object(var object) = payload else { return payload }
    switch mutation {
    case .unknownType: object["type"] = "alerts.of_tomorrow"
    case .stale:
      guard let time = object["created_at"]?.stringValue.flatMap(RFC3339.parse) else { return payload }
      object["created_at"] = .string(RFC3339.format(time - 3_600_000_000_000))
    default: break
    }
    return .object(object)
  }

  /// The account that a control route names, the first when it names none.
  func account(named name: String?) throws(ControlRefusal) -> String {
    guard let name else { return configuration.accounts[0].accountID }
    guard configuration.accounts.contains(where: { $0.accountID == name }) else {
      throw ControlRefusal(404, "no such account", field: "tenant")
    }
    return name
  }
}
