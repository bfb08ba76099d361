import Clocks
import JSONCoding
import MockKit

extension PolyModel {
  static let alerts = ["alerts.triggered", "alerts.resolved"]

  /// An alert goes out to whoever of an account wants it.
  mutating func alert(_ type: String, _ data: JSONObject, account: String, at now: Int64) {
    let urls = hooks.filter { $0.accountID == account && $0.wants(type) }.map(\.url)
    guard !urls.isEmpty else { return }
    let deliveries = urls.map { MockEvent.Delivery(id: identifiers.uuid(), url: $0) }
    let payload: JSON = [
      "type": .string(type), "created_at": .string(RFC3339.format(now)), "account_id": .string(account),
      "data": .object(data),
    ]
    events.append(MockEvent(tenant: account, type: type, payload: payload, deliveries: deliveries))
  }
}
