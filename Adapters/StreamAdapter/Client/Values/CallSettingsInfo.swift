import JSONCoding

/// The settings of a call, as far as clients go by them; `blocks` has them all.
public struct CallSettingsInfo: Sendable, Hashable {
  /// As the service has them, by the names of its blocks.
  public let blocks: [String: RawJSON]

  init(_ json: JSON) { blocks = RawJSON.members(json) }

  public var backstageEnabled: Bool { flag("backstage", "enabled") }
  /// Whether who joins has the microphone on, unless they say otherwise.
  public var micDefaultOn: Bool { flag("audio", "mic_default_on") }
  /// Whether one may ask to be let speak.
  public var audioRequestsEnabled: Bool { flag("audio", "access_request_enabled") }
  public var videoEnabled: Bool { flag("video", "enabled") }

  private func flag(_ block: String, _ name: String) -> Bool { blocks[block]?[name]?.boolValue ?? false }
}
