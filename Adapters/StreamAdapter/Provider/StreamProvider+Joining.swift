import JSONCoding
public import MeetingCore

extension StreamProvider: Joining {
  /// Rights come from membership and grants, not from the token: both are in place before it is returned.
  public func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let address = call(room)
    guard let person = admission.person else { return try anonymous(admission, address) }
    let user = UserID.encode(person.externalID)
    try await UserDirectory(provider: self).ensure([person], context)
    try await join(person, admission.role, address, context)
    let token = try mint("CreateToken") { () throws in
      try api.tokens.user(user, call: address, issuedAt: admission.issuedAt, expiresAt: admission.expiresAt)
    }
    return credentials(token, admission, address, user: user, person: person)
  }

  private func join(_ person: Person, _ role: ParticipantRole, _ address: CallAddress, _ context: CallContext)
    async throws(ProviderFailure)
  {
    let member = RoomSpec.SpecMember(person: person, role: role)
    if roles.member(role) != nil {
      _ = try await api.send(
        .call(
          "UpdateCallMembers", "POST", address, ["members"], body: ["update_members": .array([self.member(member)])]),
        context)
    }
    guard role == .speaker || role == .agent else { return }
    let grant: JSON = [
      "user_id": .string(UserID.encode(person.externalID)), "grant_permissions": .array(["send-audio"]),
    ]
    _ = try await api.send(.call("UpdateUserPermissions", "POST", address, ["user_permissions"], body: grant), context)
  }

  private func anonymous(_ admission: Admission, _ address: CallAddress) throws(ProviderFailure) -> JoinCredentials {
    let token = try mint("CreateToken") { () throws in
      try api.tokens.user(
        "!anon", call: address, issuedAt: admission.issuedAt, expiresAt: admission.expiresAt, role: "viewer")
    }
    return credentials(token, admission, address, user: "!anon", person: nil)
  }

  private func mint(_ operation: String, _ body: () throws -> String) throws(ProviderFailure) -> String {
    do { return try body() } catch { throw ProviderFailure(.credentials, executed: .no, operation: operation) }
  }

  private func credentials(
    _ token: String, _ admission: Admission, _ address: CallAddress, user: String, person: Person?
  ) -> JoinCredentials {
    let shown: JSON = [
      "id": .string(user), "name": person?.name.map(JSON.string) ?? .null,
      "image_url": person?.imageURL.map(JSON.string) ?? .null,
    ]
    let connect: JSON = [
      "kind": "stream", "api_key": .string(account.apiKey), "call_type": .string(address.type),
      "call_id": .string(address.id), "user": shown, "base_url": .string(account.baseURL),
    ]
    return JoinCredentials(
      token: token, expiresAt: Timestamp(nanoseconds: 0).advanced(bySeconds: admission.expiresAt.seconds),
      permissions: permissions(admission.role), sdkPackages: Self.packages, connect: JSONText(connect.text()))
  }

  private func permissions(_ role: ParticipantRole) -> [String] { role == .listener ? [] : ["send_audio"] }

  private static let packages = [
    "ios": "stream-video-swift", "android": "stream-video-android", "web": "@stream-io/video-client",
    "react": "@stream-io/video-react-sdk", "react_native": "@stream-io/video-react-native-sdk",
    "flutter": "stream_video_flutter",
  ]
}
