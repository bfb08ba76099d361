/// Carries messages to everybody in a room.
public protocol Messaging: Sendable {
  /// The most bytes the payload may have beside the message's other parts; nil when the vendor sets no limit of its own.
  func payloadLimit(of message: RoomMessage, id: String) -> Int?
  /// Whether clients take what is said on a topic for the gateway's own word: nobody else's goes out there.
  func isReserved(_ topic: String) -> Bool
  /// Sends once, in the name of `sender`. `id` is ours: the vendor's report of the message names it again, so that it is
  /// told once.
  func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure)
}

extension Messaging {
  /// No limit.
  public func payloadLimit(of message: RoomMessage, id: String) -> Int? { nil }
  /// None is.
  public func isReserved(_ topic: String) -> Bool { false }
}

extension Role<any Messaging> { public static var messages: Self { .init(.messages) } }
