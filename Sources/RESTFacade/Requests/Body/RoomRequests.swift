import GatewayEngine
import JSONCoding
import MeetingCore

/// Bodies that make and change rooms.
enum RoomRequests {
  /// `kinds` are those of the configured providers.
  static func create(_ body: JSON?, fingerprint: String, kinds: [ProviderDescription]) throws(GatewayError)
    -> CreateRoom
  {
    try BodyReader.read(body) { fields in
      let kind = fields.has("kind") ? fields.choice("kind", RoomKind.allCases) : fields.missing("kind")
      var request = CreateRoom(kind: kind ?? .meeting, fingerprint: fingerprint)
      request.externalID = fields.externalID("external_id", nullable: true)
      readRouting(fields, into: &request)
      readTexts(fields, into: &request)
      request.host = fields.person("host")
      request.members = fields.members("members")
      request.startsAt = fields.time("starts_at")
      request.joinAheadSeconds = fields.integer("join_ahead_seconds", Limits.joinAheadSeconds, nullable: true)
      request.settings = fields.settings("settings")
      request.providerOptions = fields.providerOptions("provider_options", kinds)
      return request
    }
  }

  private static func readRouting(_ fields: BodyReader, into request: inout CreateRoom) {
    request.provider = fields.text("provider", maximum: 64, minimum: 1)
    request.requiredCapabilities = fields.choices("required_capabilities", Capability.allCases)
    request.clientKinds = fields.texts("client_kinds", count: 16, maximum: 64)
  }

  private static func readTexts(_ fields: BodyReader, into request: inout CreateRoom) {
    request.title = fields.text("title", maximum: Limits.nameLength)
    request.description = fields.text("description", maximum: Limits.descriptionLength)
    request.custom = fields.custom("custom") ?? .emptyObject
  }

  static func update(_ body: JSON?) throws(GatewayError) -> UpdateRoom {
    try BodyReader.read(body) { fields in
      var request = UpdateRoom()
      if fields.has("title") { request.title = .set(fields.text("title", maximum: Limits.nameLength)) }
      if fields.has("description") {
        request.description = .set(fields.text("description", maximum: Limits.descriptionLength))
      }
      request.customPatch = fields.custom("custom")
      request.settings = fields.settings("settings")
      if fields.has("starts_at") { request.startsAt = .set(fields.time("starts_at")) }
      return request
    }
  }

  /// What shall be started along with going live.
  static func goLive(_ body: JSON?) throws(GatewayError) -> [GoLiveExtra] {
    try BodyReader.read(body) { fields in GoLiveExtra.allCases.filter { fields.boolean(field(of: $0)) == true } }
  }

  private static func field(of extra: GoLiveExtra) -> String {
    switch extra {
    case .recording: "record"
    case .broadcast: "broadcast_hls"
    case .transcription: "transcribe"
    }
  }

  static func stopLive(_ body: JSON?) throws(GatewayError) -> [GoLiveExtra] {
    try BodyReader.read(body) { $0.choices("keep", GoLiveExtra.allCases) }
  }

  static func nothing(_ body: JSON?) throws(GatewayError) { try BodyReader.read(body) { _ in } }
}
