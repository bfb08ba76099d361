/// What a watching connection talks to the engine through. One for each connection.
public struct WatchPort: Sendable {
  /// The rooms to follow, all of them each time: at once, and whenever there are others.
  public let rooms: AsyncStream<[ProviderRoom]>
  /// Says that these rooms, by key, are followed from now on. What happened before may have been missed. Without any it
  /// says that the connection stands.
  public let following: @Sendable (_ keys: [String]) -> Void
  /// Takes what the vendor told. Does not wait: what comes for one room is taken in its order.
  public let take: @Sendable (WebhookDelivery) -> Void

  public init(
    rooms: AsyncStream<[ProviderRoom]>, following: @escaping @Sendable (_ keys: [String]) -> Void,
    take: @escaping @Sendable (WebhookDelivery) -> Void
  ) {
    self.rooms = rooms
    self.following = following
    self.take = take
  }
}
