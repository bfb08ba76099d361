/// What a verified token says.
struct VideoSDKClaims: Sendable, Equatable {
  let apiKey: String
  let permissions: Set<VideoSDKPermission>
  /// `crawler` for REST, `rtc` for joining; empty = both.
  let roles: [String]
  /// The only room the token is good for.
  let roomID: String?
  /// The only participant the token is good for.
  let participantID: String?

  var mayCallREST: Bool { roles.isEmpty || roles.contains("crawler") }
  var mayJoin: Bool { roles.isEmpty || roles.contains("rtc") }
}
