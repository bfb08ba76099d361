import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies about people: tokens, controls, bans.
enum PeopleRequests {
  static func clientToken(_ body: JSON?) throws(GatewayError) -> TokenRequest {
    try BodyReader.read(body) { fields in
      let person = fields.person("person", required: true)
      let role = fields.choice("role", ParticipantRole.allCases)
      let seconds = fields.integer("ttl_seconds", Limits.clientTokenSeconds)
      return TokenRequest(person: person, role: role, ttlSeconds: seconds ?? 43_200)
    }
  }

  /// With a client token person and role come from it, and must not be given.
  static func joinToken(_ body: JSON?, principal: Principal) throws(GatewayError) -> TokenRequest {
    try BodyReader.read(body) { fields in
      let seconds = fields.integer("ttl_seconds", Limits.joinTokenSeconds)
      var request = TokenRequest(person: nil, role: nil, ttlSeconds: seconds ?? 600)
      switch principal {
      case .key:
        if !fields.has("person") { fields.report("person", "required", "must be given; null for somebody anonymous") }
        request.person = fields.person("person")
        request.role = fields.choice("role", ParticipantRole.allCases)
      case .client(let client):
        for name in ["person", "role"] where fields.has(name) {
          fields.report(name, "not_allowed", "comes from the client token")
        }
        request.person = PersonInput(externalID: client.person)
      }
      request.clientKinds =
        fields.object("client") { client in
          _ = client.text("platform", maximum: 64)
          return client.texts("kinds", count: 16, maximum: 64)
        } ?? []
      return request
    }
  }

  static func mute(_ body: JSON?) throws(GatewayError) -> Set<TrackKind> {
    try BodyReader.read(body) { $0.tracks("tracks") }
  }

  static func muteAll(_ body: JSON?) throws(GatewayError) -> (tracks: Set<TrackKind>, except: [String]) {
    try BodyReader.read(body) { ($0.tracks("tracks"), $0.externalIDs("except", count: Limits.exceptions)) }
  }

  static func remove(_ body: JSON?) throws(GatewayError) -> RejoinPolicy {
    try BodyReader.read(body) {
      $0.choice("prevent_rejoin", [RejoinPolicy.none, .untilSessionEnds, .forever]) ?? .none
    }
  }

  static func ban(_ body: JSON?) throws(GatewayError) -> (person: PersonInput, until: Timestamp?) {
    try BodyReader.read(body) { fields in
      (fields.person("person", required: true) ?? PersonInput(externalID: ""), fields.time("until"))
    }
  }

  /// At least one, and no more than a page of them.
  static func members(_ body: JSON?) throws(GatewayError) -> [MemberInput] {
    try BodyReader.read(body) { fields in
      if !fields.has("members") { fields.report("members", "required", "must be given") }
      if fields.value("members")?.arrayValue?.isEmpty == true {
        fields.report("members", "too_few", "must name at least one")
      }
      return fields.members("members")
    }
  }

  static func role(_ body: JSON?) throws(GatewayError) -> ParticipantRole {
    try BodyReader.read(body) { fields in
      let role = fields.has("role") ? fields.choice("role", ParticipantRole.allCases) : fields.missing("role")
      return role ?? .listener
    }
  }

  static func key(_ body: JSON?) throws(GatewayError) -> (name: String, scopes: [Scope]) {
    try BodyReader.read(body) { fields in
      let name =
        fields.has("name") ? fields.text("name", maximum: 256, nullable: false, minimum: 1) : fields.missing("name")
      if !fields.has("scopes") { fields.report("scopes", "required", "must be given") }
      let scopes = fields.choices("scopes", Scope.allCases)
      if fields.value("scopes")?.arrayValue?.isEmpty == true { fields.report("scopes", "too_few", "must name one") }
      return (name ?? "", scopes)
    }
  }
}
