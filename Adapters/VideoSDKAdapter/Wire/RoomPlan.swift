import JSONCoding
import MeetingCore

/// What a room is made with. The service takes all of it once and for good: there is no way to change a room.
struct RoomPlan: Sendable {
  let body: JSONObject

  /// Throws `.invalid` for options that are none.
  init(_ spec: RoomSpec, account: VideoSDKAccount, operation: String) throws(ProviderFailure) {
    guard !spec.key.isEmpty, spec.kind != .voiceCall else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    var body = JSONObject()
    body["customRoomId"] = .string(spec.key)
    // Everything, since the list of what is told grows.
    body["webhook"] = account.hookURL.map { ["endPoint": .string($0), "events": ["*"]] }
    if spec.settings.recordAutomatically {
      body["autoStartConfig"] = ["recording": ["config": .object(Composition.config(spec.kind))]]
    }
    for (name, value) in try RoomOptions(spec.options, operation: operation).members { body[name] = value }
    self.body = body
  }
}
