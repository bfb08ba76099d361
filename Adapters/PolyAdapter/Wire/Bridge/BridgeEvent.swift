import JSONCoding

/// What the bridge tells on its socket.
enum BridgeEvent: Sendable, Hashable {
  /// The agent's voice is to be fetched again.
  case repull
  /// The caller talks over the agent, who is to fall silent at once.
  case bargeIn
  case unmute

  /// nil for everything else.
  static func read(_ bytes: [UInt8]) -> BridgeEvent? {
    guard let json = try? JSON.parse(bytes, mode: .vendor), let name = json["event"]?.stringValue else { return nil }
    switch name {
    case "repull": return .repull
    case "unmute": return .unmute
    default: return name.hasPrefix("barge-in") ? .bargeIn : nil
    }
  }
}
