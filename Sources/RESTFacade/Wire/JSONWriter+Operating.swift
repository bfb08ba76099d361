import Cryptography
import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  mutating func provider(_ provider: ProviderView) {
    object { json in
      json.member("name", provider.name)
      json.member("kind", provider.kind)
      json.member("mock", provider.isMock)
      json.member("health") { json in
        json.object { json in
          json.member("state", provider.health.rawValue)
          json.member("breaker", provider.breaker?.rawValue)
          json.member("last_error", provider.lastError?.rawValue)
          json.member("since", provider.since)
          json.member("degraded") { json in json.list(provider.troubles) { $0.trouble($1) } }
        }
      }
      json.member("credentials", provider.credentials.rawValue)
      json.member("findings") { json in json.list(provider.findings) { $0.finding($1) } }
    }
  }

  private mutating func finding(_ finding: AccountFinding) {
    object { json in
      json.member("subject", finding.subject.rawValue)
      json.member("state", finding.state.rawValue)
      json.member("message", finding.message)
      json.member("remedy", finding.remedy)
    }
  }

  mutating func capabilities(_ rows: [CapabilityRow], _ settings: [SettingRow]) {
    object { json in
      json.member("items") { $0.list(rows) { $0.capability($1) } }
      json.member("settings") { $0.list(settings) { $0.setting($1) } }
      json.member("next_cursor", nil as String?)
    }
  }

  private mutating func setting(_ row: SettingRow) {
    object { json in
      json.member("setting", row.rule.rawValue)
      json.member("kinds", row.kinds.map(\.rawValue))
      json.member("quality", row.quality.rawValue)
      json.member("enforcement", row.enforcement.rawValue)
      json.member("minimum", row.range?.lowerBound)
      json.member("maximum", row.range?.upperBound)
      json.member("note", row.note)
    }
  }

  private mutating func capability(_ row: CapabilityRow) {
    object { json in
      json.member("capability", row.capability.rawValue)
      json.member("kinds", row.kinds.map(\.rawValue))
      json.member("quality", row.quality.rawValue)
      json.member("enforcement", row.enforcement.rawValue)
      json.member("limits") { json in
        json.object { json in
          json.member("max_participants", row.limits?.maximumParticipants)
          json.member("max_publishers", row.limits?.maximumPublishers)
          json.member("max_duration_seconds", row.limits?.maximumDurationSeconds)
        }
      }
      json.member("note", row.note)
    }
  }

  mutating func key(_ key: KeyView) {
    object { json in
      json.member("id", key.id)
      json.member("name", key.name)
      json.member("scopes", key.scopes.map(\.rawValue))
      json.member("created_at", key.createdAt)
      json.member("revoked_at", key.revokedAt)
      if let secret = key.key { json.member("key", secret.revealed) }
    }
  }

  mutating func page<Item>(
    _ items: [Item], next: String?, _ write: (inout JSONWriter, Item) -> Void
  ) {
    object { json in
      json.member("items") { $0.list(items, write) }
      json.member("next_cursor", next)
    }
  }
}
