/// Fetches what deliveries are verified with, where a vendor signs with a key of its own that it publishes.
public protocol DeliveryKeyFetching: Sendable {
  /// Fetches the key as it is now. Afterwards `WebhookReceiving.verify` decides about what it had put off with
  /// `.keyNotHere`. Doing it twice does no harm.
  func fetchKeys(_ context: CallContext) async throws(ProviderFailure)
}

extension Port<any DeliveryKeyFetching> { public static var deliveryKeys: Self { .init(.deliveryKeys) } }
