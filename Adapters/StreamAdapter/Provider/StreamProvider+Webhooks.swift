import AdapterKit
import JSONCoding
public import MeetingCore

extension StreamProvider: WebhookReceiving {
  /// Over the bytes as they came. What was signed long ago is refused as stale once its signature is known to be good.
  public func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String?
  {
    let key = try WebhookVerifier(account: account).verify(body, header: header)
    if let occurredAt = WireTime.read(parsed(body)?["created_at"]),
      occurredAt < now.advanced(bySeconds: -account.maximumDeliveryAgeSeconds)
    {
      throw .stale
    }
    return key
  }

  public func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let event = parsed(body), event["type"]?.stringValue?.isEmpty == false else {
      return WebhookDelivery(roomKey: nil, facts: [], isReadable: false)
    }
    return delivery(of: event, source: .webhook, receivedAt: receivedAt)
  }

  public func kept(_ body: [UInt8]) -> [UInt8] {
    guard let event = parsed(body), event.objectValue != nil else { return [] }
    return KeptEvent.redacted(event).bytes()
  }

  /// An event as facts, whichever way it came. Where it comes both ways, each fact tells by its key that it is the same.
  func delivery(of event: JSON, source: FactSource, receivedAt: Timestamp) -> WebhookDelivery {
    guard let (address, kind) = room(event) else {
      return WebhookDelivery(roomKey: nil, facts: [], occurredAt: WireTime.read(event["created_at"]))
    }
    let reader = EventReader(
      event: event, roles: account.roleMap(kind), receivedAt: receivedAt, source: source,
      isDoubled: account.events != .webhooks)
    return WebhookDelivery(
      roomKey: address.id, refs: ["call": address.cid], facts: reader.facts(), occurredAt: reader.occurredAt)
  }

  private func parsed(_ body: [UInt8]) -> JSON? {
    guard let plain = try? WebhookVerifier.inflated(body) else { return nil }
    return try? JSON.parse(plain, mode: .vendor)
  }

  /// The address and kind, when the call is of one of our types and its id has the form of ours.
  private func room(_ event: JSON) -> (address: CallAddress, kind: RoomKind)? {
    let cid = event["call_cid"]?.stringValue ?? event["call"]?["cid"]?.stringValue
    guard let address = cid.flatMap(CallAddress.init), address.hasRoomKey,
      let kind = account.kind(ofType: address.type)
    else { return nil }
    return (address, kind)
  }
}
