import JSONCoding

extension StreamRequest {
  /// Nobody else can ask for somebody.
  static func requestPermission(_ address: CallAddress, _ user: String, _ permissions: [String]) -> Self {
    call(
      "RequestPermission", "POST", address, ["request_permission"],
      body: ["permissions": .array(permissions.map(JSON.string))]
    ).by(user, in: address)
  }

  static func notice(_ address: CallAddress, _ custom: JSON, by user: String) -> Self {
    call("SendCallEvent", "POST", address, ["event"], body: ["custom": custom, "user_id": .string(user)])
  }
}
