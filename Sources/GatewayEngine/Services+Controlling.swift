import MeetingCore
import RoomReducer

extension Services {
  /// Runs a control of a room; the vendor's own reports of it wait until it has committed. What a vendor refuses because the
  /// room was ended at that very moment is told as that.
  func control<Value: Sendable>(_ room: String, _ body: () async throws(GatewayError) -> Value)
    async throws(GatewayError) -> Value
  {
    do { return try await gate.control(room, body) } catch {
      guard error.code == .providerError else { throw error }
      await gate.pass(room)
      guard let state = try? await anyRoom(room), state.room.phase == .ended else { throw error }
      throw GatewayError(.roomEnded, "the room has ended").with { $0.failure = error.failure }
    }
  }
}
