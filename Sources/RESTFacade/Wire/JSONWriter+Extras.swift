import JSONCoding
import MeetingCore

extension JSONWriter {
  /// Something that was to be started with a room and that its provider cannot.
  mutating func refusal(of extra: RoomRequests.Extra, by provider: String) {
    let error = GatewayError(.capabilityUnsupported, "\(provider) cannot do this").with {
      $0.capability = extra.capability
    }
    object { json in
      json.member("kind", extra.rawValue)
      json.member("error") { $0.itemError(error) }
    }
  }
}
