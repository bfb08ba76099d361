import MeetingCore

extension GatewayError {
  /// The room's provider does not have what was asked for; `capability`: what of its table that is.
  static func unsupported(_ detail: String, _ capability: Capability?, _ room: Room) -> GatewayError {
    GatewayError(.capabilityUnsupported, detail).with {
      $0.capability = capability
      $0.provider = room.provider
      $0.providerKind = room.providerKind
    }
  }
}
