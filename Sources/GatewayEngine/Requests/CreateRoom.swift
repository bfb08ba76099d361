package import MeetingCore

/// A validated `POST /v1/rooms`.
package struct CreateRoom: Sendable, Hashable {
  package var kind: RoomKind
  package var externalID: String?
  /// The account asked for; nil = the routes decide.
  package var provider: String?
  package var requiredCapabilities: [Capability] = []
  /// SDK kinds that the caller's apps carry; empty = any.
  package var clientKinds: [String] = []
  package var title: String?
  package var description: String?
  package var custom: JSONText = .emptyObject
  package var host: PersonInput?
  package var members: [MemberInput] = []
  package var startsAt: Timestamp?
  package var joinAheadSeconds: Int?
  package var settings = SettingsInput()
  /// The whole `provider_options` object.
  package var providerOptions: JSONText = .emptyObject
  /// The request body before defaults, field by field: `name=hash`, sorted and separated by commas.
  package var fingerprint: String

  /// What the provider must have: what was asked for by name, and what the settings need.
  var neededCapabilities: [Capability] {
    settings.recordAutomatically == true ? requiredCapabilities + [.recording] : requiredCapabilities
  }

  package init(kind: RoomKind, fingerprint: String) {
    self.kind = kind
    self.fingerprint = fingerprint
  }
}
