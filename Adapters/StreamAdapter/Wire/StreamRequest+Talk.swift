import JSONCoding

extension StreamRequest {
  /// A custom event in somebody's name, to everybody who follows the call.
  static func event(_ address: CallAddress, by user: String, _ custom: JSON) -> Self {
    call("SendCallEvent", "POST", address, ["event"], body: ["user_id": .string(user), "custom": custom])
  }

  /// The service takes reactions from the person only.
  static func reaction(_ address: CallAddress, by user: String, _ type: String, emoji: String?, _ custom: JSON) -> Self
  {
    var body = JSONObject()
    body["type"] = .string(type)
    body["emoji_code"] = emoji.map(JSON.string)
    body["custom"] = custom
    return call("SendVideoReaction", "POST", address, ["reaction"], body: .object(body)).by(user, in: address)
  }
}
