import JSONCoding
public import MeetingCore

extension StreamProvider: WebhookReceiving {
  /// Over the bytes as they came. What was signed long ago is refused as stale once its signature is known to be good.
  public func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String?
  {
    let key = try WebhookVerifier(account: account).verify(body, header: header)
    let plain = try WebhookVerifier.inflated(body)
    if let json = try? JSON.parse(plain, mode: .vendor), let occurredAt = WireTime.read(json["created_at"]),
      occurredAt < now.advanced(bySeconds: -account.maximumDeliveryAgeSeconds)
    {
      throw .stale
    }
    return key
  }

  public func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let plain = try? WebhookVerifier.inflated(body), let json = try? JSON.parse(plain, mode: .vendor) else {
      return WebhookDelivery(roomKey: nil, facts: [], isReadable: false)
    }
    let reader = EventReader(event: json, roles: roles, receivedAt: receivedAt)
    guard reader.type != nil else { return WebhookDelivery(roomKey: nil, facts: [], isReadable: false) }
    guard let key = roomKey(json) else {
      return WebhookDelivery(roomKey: nil, facts: [], occurredAt: reader.occurredAt)
    }
    return WebhookDelivery(roomKey: key, facts: reader.facts(), occurredAt: reader.occurredAt)
  }

  /// Our room id, when the call is of one of our types and its id looks like ours.
  private func roomKey(_ event: JSON) -> String? {
    let cid = event["call_cid"]?.stringValue ?? event["call"]?["cid"]?.stringValue
    guard let address = cid.flatMap(CallAddress.init), account.callTypes.values.contains(address.type),
      address.id.hasPrefix("room_")
    else { return nil }
    return address.id
  }
}
