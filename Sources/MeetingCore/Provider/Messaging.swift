/// Carries messages to everybody in a room.
public protocol Messaging: Sendable {
  /// The most bytes the payload may have beside the message's other parts; nil when the vendor sets no limit of its own.
  func payloadLimit(of message: RoomMessage, id: String) -> Int?
  /// Sends once, in the name of `sender`. `id` is ours: the vendor's report of the message names it again, so that it is
  /// told once.
  func send(
    _ message: RoomMessage, id: String, from sender: Person, to room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure)
}

extension Messaging { public func payloadLimit(of message: RoomMessage, id: String) -> Int? { nil } }

extension Role<any Messaging> { public static var messages: Self { .init(.messages) } }
