import AdapterKit
import JSONCoding

extension StreamRequest {
  /// A custom event in somebody's name, to everybody who follows the call. A server says whose, a person's is their own.
  static func event(_ address: CallAddress, by user: String?, _ custom: JSON) -> Self {
    let body = JSONObject.present(["custom": custom, "user_id": user.map(JSON.string)])
    return call("SendCallEvent", "POST", address, ["event"], body: .object(body))
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
