import Cryptography
import JSONCoding
public import MeetingCore

extension VideoSDKProvider: WebhookReceiving, DeliveryKeyFetching {
  /// RSA-SHA256 over the bytes as they came, in base64. Deliveries have no ids: those whose content is surely never meant
  /// twice are told by its digest, of all others the state tells what is a repeat.
  public func verify(_ body: [UInt8], header: (String) -> [String], now: Timestamp) throws(WebhookRejection) -> String?
  {
    let signatures = header("videosdk-signature")
    guard let text = signatures.first, signatures.count == 1, !text.isEmpty else {
      throw signatures.isEmpty ? .missingSignature : .badSignature
    }
    guard let signature = Base64.decode(text) else { throw .badSignature }
    switch keys.judge(signature, of: body, now: now) {
    case .good: break
    case .bad: throw .badSignature
    case .open: throw .keyNotHere
    }
    return parsed(body).flatMap { EventReader(event: $0, receivedAt: now).deliveryKey(of: body) }
  }

  /// By the service's id of the room: deliveries do not have ours.
  public func read(_ body: [UInt8], receivedAt: Timestamp) -> WebhookDelivery {
    guard let event = parsed(body) else { return WebhookDelivery(roomKey: nil, facts: [], isReadable: false) }
    let reader = EventReader(event: event, receivedAt: receivedAt)
    guard reader.type != nil else { return WebhookDelivery(roomKey: nil, facts: [], isReadable: false) }
    guard let room = reader.room else {
      return WebhookDelivery(roomKey: nil, facts: [], occurredAt: reader.occurredAt)
    }
    return WebhookDelivery(
      roomKey: nil, refs: [Self.roomRef: room], facts: reader.facts(), occurredAt: reader.occurredAt)
  }

  public func kept(_ body: [UInt8]) -> [UInt8] {
    guard let event = parsed(body), event.objectValue != nil else { return [] }
    return KeptEvent.redacted(event).bytes()
  }

  public func fetchKeys(_ context: CallContext) async throws(ProviderFailure) {
    let request = VideoSDKRequest.publicKey
    let answer = try await sender.send(request, context)
    guard let pem = answer["publicKey"]?.stringValue, keys.take(pem, now: now) else {
      throw FailureClassifier.missing("/publicKey", request.operation)
    }
  }

  private func parsed(_ body: [UInt8]) -> JSON? { try? JSON.parse(body, mode: .vendor) }
}
