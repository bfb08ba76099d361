import JSONCoding

extension StreamRequest {
  /// Nobody else can ask for somebody.
  static func requestPermission(_ address: CallAddress, _ user: String, _ permissions: [String]) -> Self {
    call(
      "RequestPermission", "POST", address, ["request_permission"],
      body: ["permissions": .array(permissions.map(JSON.string))]
    ).by(user, in: address)
  }
}
