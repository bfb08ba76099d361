import JSONCoding
public import MeetingCore

extension StreamProvider: Joining {
  /// Rights come from membership and grants, not from the token: both are in place before it is returned.
  public func credentials(for admission: Admission, to room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> JoinCredentials
  {
    let address = try address(room, "CreateToken")
    guard let person = admission.person else { return try anonymous(admission, room.kind, address) }
    let user = try user(person.externalID, "CreateToken")
    async let directory = result { () throws(ProviderFailure) in
      try await UserDirectory(provider: self).ensure([person], context)
    }
    async let membership = result { () throws(ProviderFailure) in try await member(user, address, context) }
    let current = try await membership.get()
    try await directory.get()
    let roles = account.roleMap(room.kind)
    let plan = JoinPlan(
      current: current, wanted: admission.role, roles: roles, permissions: admission.permissions)
    if plan.setsMember {
      try await api.setMembers([roles.request(user, admission.role)], of: address, context)
    }
    if !plan.grants.isEmpty || !plan.revokes.isEmpty {
      try await api.send(.permissions(address, user, grant: plan.grants, revoke: plan.revokes), context)
    }
    return try credentials(admission, room.kind, address, user: user)
  }

  private func result<Value: Sendable>(_ body: () async throws(ProviderFailure) -> Value) async
    -> Result<Value, ProviderFailure>
  {
    do { return .success(try await body()) } catch { return .failure(error) }
  }

  private func member(_ user: String, _ address: CallAddress, _ context: CallContext) async throws(ProviderFailure)
    -> MemberReading?
  {
    let answer = try await api.send(.queryMember(address, user), context)
    guard let members = answer["members"]?.arrayValue else {
      throw FailureClassifier.missing("/members", "QueryCallMembers")
    }
    return members.compactMap { MemberReading($0) }.first { $0.user == user }
  }

  /// Only listeners, and only where the call type lets anonymous users in.
  private func anonymous(_ admission: Admission, _ kind: RoomKind, _ address: CallAddress) throws(ProviderFailure)
    -> JoinCredentials
  {
    guard account.anonymousKinds.contains(kind), admission.role == .listener else {
      throw ProviderFailure(.forbidden, executed: .no, operation: "CreateToken")
    }
    return try credentials(admission, kind, address, user: UserID.anonymous)
  }

  private func credentials(_ admission: Admission, _ kind: RoomKind, _ address: CallAddress, user: String)
    throws(ProviderFailure) -> JoinCredentials
  {
    let token: String
    do {
      token = try api.tokens.user(
        user, call: address, issuedAt: min(admission.issuedAt, now), expiresAt: admission.expiresAt,
        role: admission.person == nil ? "viewer" : nil)
    } catch { throw ProviderFailure(.credentials, executed: .no, operation: "CreateToken") }
    return JoinCredentials(
      token: token, expiresAt: Timestamp(nanoseconds: 0).advanced(bySeconds: admission.expiresAt.seconds),
      permissions: admission.effective(in: kind).map(\.rawValue), sdkPackages: Self.packages,
      connect: JSONText(connect(admission.person, address, user: user).text()))
  }

  private func connect(_ person: Person?, _ address: CallAddress, user: String) -> JSON {
    let shown: JSON = [
      "id": .string(user), "name": person?.name.map(JSON.string) ?? .null,
      "image_url": person?.imageURL.map(JSON.string) ?? .null,
    ]
    return [
      "kind": "stream", "api_key": .string(account.apiKey), "call_type": .string(address.type),
      "call_id": .string(address.id), "user": shown, "base_url": .string(account.baseURL),
    ]
  }

  private static let packages = [
    "ios": "stream-video-swift", "android": "stream-video-android", "web": "@stream-io/video-client",
    "react": "@stream-io/video-react-sdk", "react_native": "@stream-io/video-react-native-sdk",
    "flutter": "stream_video_flutter",
  ]
}
