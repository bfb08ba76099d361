/// Shows reactions to everybody in a room.
public protocol Reacting: Sendable {
  /// The most bytes `custom` may have beside the reaction's other parts; nil when the vendor sets no limit of its own.
  func customLimit(of reaction: RoomReaction, id: String) -> Int?
  /// Shows it once, in the name of `sender`. `id` is ours, as with messages.
  func react(
    _ reaction: RoomReaction, id: String, from sender: Person, in room: ProviderRoom, _ context: CallContext
  ) async throws(ProviderFailure)
}

extension Reacting { public func customLimit(of reaction: RoomReaction, id: String) -> Int? { nil } }

extension Role<any Reacting> { public static var reactions: Self { .init(.reactions) } }
