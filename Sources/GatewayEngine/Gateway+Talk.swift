package import MeetingCore

extension Gateway {
  /// Sends a message to everybody in the room; its id.
  package func sendMessage(_ room: String, _ request: MessageRequest, caller: Caller) async throws(GatewayError)
    -> String
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await TalkControls(services: services).send(room, request, caller)
    }
  }

  /// Shows a reaction to everybody in the room; its id.
  package func sendReaction(_ room: String, _ request: ReactionRequest, caller: Caller) async throws(GatewayError)
    -> String
  {
    try await services.gate.control(room) { () throws(GatewayError) in
      try await TalkControls(services: services).react(room, request, caller)
    }
  }
}
